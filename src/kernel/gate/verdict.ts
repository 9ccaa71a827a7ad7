import type { FailClass } from "./classes.ts";
import type { Answer, Finding } from "./rule.ts";
import type { CheckRow } from "./run.ts";

/** One reason why a turn may not go on. */
export interface Violation extends Finding {
  readonly class: FailClass;
  readonly answer: Answer;
}

// Only this file can mint: an Escalation needs proof that something was refused, and a literal proves nothing.
const MINT = Symbol("Refusal");
let isMinted: (given: object) => given is Refusal;

/** Why not: every violation, never none. Minted by {@link refuse} only. */
class Refusal {
  readonly #violations: readonly [Violation, ...Violation[]];
  constructor(violations: readonly [Violation, ...Violation[]], mint: symbol) {
    if (mint !== MINT) throw new InvariantError("a Refusal is minted by refuse only");
    for (const violation of violations) Object.freeze(violation);
    this.#violations = Object.freeze(violations);
    Object.freeze(this);
  }
  get violations(): readonly [Violation, ...Violation[]] {
    return this.#violations;
  }
  /** Whether the loop may go on: `stop` as soon as one violation says so (DESIGN 17). */
  get answer(): Answer {
    return this.#violations.some((violation) => violation.answer === "stop") ? "stop" : "continue";
  }
  static {
    isMinted = (given): given is Refusal => #violations in given;
    Object.freeze(this.prototype);
  }
}
export type { Refusal };

/** The answer of a door: the next stage, or why not. */
export type Verdict<Next> =
  | { readonly admitted: true; readonly next: Next }
  | { readonly admitted: false; readonly refusal: Refusal };

/** A bug in the harness, never a fact about the model. Nobody catches it but main(). */
export class InvariantError extends Error {
  override readonly name = "InvariantError";
}

export function admit<Next>(next: Next): Verdict<Next> {
  return { admitted: true, next };
}

/** Refuses with reasons; without one it does not compile. */
export function refuse(violations: readonly [Violation, ...Violation[]]): Verdict<never> {
  return { admitted: false, refusal: new Refusal(violations, MINT) };
}

/** Refuses with everything that was found; undefined where nothing was. */
export function refuseAny(...found: readonly (readonly Violation[])[]): Verdict<never> | undefined {
  if (found.every((some) => some.length === 0)) return undefined;
  const [first, ...rest] = found.flat();
  return first === undefined ? undefined : refuse([first, ...rest]);
}

/** Admits what `next` mints when nothing tripped, else refuses with everything that did. */
export function verdictOf<Next>(checks: readonly CheckRow[], next: () => Next): Verdict<Next> {
  const [first, ...rest] = checks.flatMap((row) => {
    if (row.outcome !== "tripped" && row.outcome !== "withheld") return [];
    const answer = row.outcome === "tripped" ? (row.answer ?? "stop") : "stop";
    return row.findings.map((finding): Violation => ({ ...finding, class: row.class, answer }));
  });
  return first === undefined ? admit(next()) : refuse([first, ...rest]);
}

/** True for a refusal that this kernel minted. */
export function isRefusal(given: object): given is Refusal {
  return isMinted(given);
}
