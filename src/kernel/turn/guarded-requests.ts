import { frozenNativeCopy, NOT_NATIVE } from "../digest/native-copy.ts";
import { ROW_FITS } from "../evidence/read-tusk.ts";
import type { GuardEvidence, PermissionEvidence, RequestEvidence } from "../evidence/tusk-evidence.ts";
import { TUSK_ROWS } from "../evidence/tusk-schema.ts";
import { allHold } from "../gate/all-hold.ts";
import { FAIL_CLASSES } from "../gate/classes.ts";
import type { AskedRow, GuardedFacts } from "../gate/facts.ts";
import { checkClass } from "../gate/join-check.ts";
import { admit, InvariantError, refuse, refuseAny, type Verdict, verdictOf, type Violation } from "../gate/verdict.ts";
import { frozenCopy } from "../json/frozen.ts";
import { plainJson } from "../json/plain.ts";
import type { Sight } from "../schema/fits.ts";
import { findMisfit, type Misfit } from "../schema/misfit.ts";
import { refusingNotJson } from "./draft.ts";
import { type Held, held, heldPlain } from "./held.ts";
import { decisionsOf, type PlainGuarded, plainGuarded } from "./plain-guarded.ts";
import { guardedFactsOf, Handed } from "./stage-facts.ts";
import { askedPlainly, type RequestParts, requestParts, type ToolRequests } from "./tool-requests.ts";
import { permitted, usualGuard, usualPermission } from "./usual-rows.ts";

/** What was decided before anything runs: the last word on each permission, and what the guardrails said. */
export interface GuardDecisions {
  readonly permissions: Readonly<Record<string, PermissionEvidence>>;
  readonly guards: readonly GuardEvidence[];
}

/** What a GuardedRequests holds. */
export interface GuardedParts extends RequestParts {
  readonly handed: Handed<GuardedFacts>;
  readonly rows: readonly RequestEvidence[];
  readonly guards: readonly GuardEvidence[];
}

const MINT = Symbol("GuardedRequests");
let heldBy: (requests: GuardedRequests) => Held<PlainGuarded, GuardedParts>;

/** Calls that may run now. Minted by {@link guardRequests} only. */
class GuardedRequests {
  readonly #parts: Held<PlainGuarded, GuardedParts>;
  constructor(holds: Held<PlainGuarded, GuardedParts>, mint: symbol) {
    if (mint !== MINT) throw new InvariantError("GuardedRequests are minted by guardRequests only");
    this.#parts = holds;
    Object.freeze(this);
  }
  get callIds(): readonly string[] {
    return this.#parts.parts().rows.map((row) => row.toolCallId);
  }
  static {
    // A friend of this file, not a member: nobody else reaches what a stage holds, and nobody can replace how.
    heldBy = (requests) => requests.#parts;
    Object.freeze(this.prototype);
  }
}
export type { GuardedRequests };

/** What a GuardedRequests holds. Throws where it is given anything that {@link guardRequests} did not mint. */
export function guardedParts(requests: GuardedRequests): GuardedParts {
  return heldBy(requests).parts();
}

/** What plain GuardedRequests are made of; undefined for others. Throws as {@link guardedParts} does. */
export function guardedPlainly(requests: GuardedRequests): PlainGuarded | undefined {
  return heldBy(requests).plain;
}

/** Attaches permissions and pre-flight decisions; a call without the last word on it does not run (K04, T08). */
export function guardRequests(requests: ToolRequests, decisions: GuardDecisions): Verdict<GuardedRequests> {
  const asked = askedPlainly(requests);
  const plain = asked === undefined ? undefined : plainGuarded(asked, decisions);
  if (plain !== undefined) {
    const judge = (): Verdict<GuardedParts> => attachDecisions(requestParts(requests), decisionsOf(plain));
    return admit(new GuardedRequests(heldPlain(plain, judge), MINT));
  }
  const parts = requestParts(requests);
  return refusingNotJson("decisions", () => {
    const judged = attachDecisions(parts, decisions);
    return judged.admitted ? admit(new GuardedRequests(held(judged.next), MINT)) : judged;
  });
}

function attachDecisions(parts: RequestParts, decisions: GuardDecisions): Verdict<GuardedParts> {
  const isAsked = ({ toolCallId }: AskedRow): boolean => permissionOf(decisions, toolCallId) !== undefined;
  const refused = parts.rows.every(isAsked) ? undefined : refuseAny(unasked(parts.rows, decisions));
  if (refused !== undefined) return refused;
  const sight = { native: parts.usual, formed: parts.formed };
  const rows: RequestEvidence[] = [];
  for (const row of parts.rows) {
    const permission = permissionOf(decisions, row.toolCallId);
    if (permission !== undefined) rows.push(withPermission(row, permission, sight));
  }
  const guards = decisions.guards.map((guard) => usualGuard(guard) ?? keptGuard(guard, sight));
  const misfit = sight.formed ? undefined : formProblem(rows, guards, sight);
  if (misfit !== undefined) {
    const { path, problem: note } = misfit;
    return refuse([{ class: "tool.schema_invalid", answer: "stop", subject: path, path, note }]);
  }
  const facts = guardedFactsOf(parts.handed.facts, rows, guards);
  const next = { ...parts, rows, guards, handed: new Handed(facts), usual: sight.native, formed: sight.formed };
  if (allHold("guard", facts)) return admit(next);
  return verdictOf(
    FAIL_CLASSES.map((failClass) => checkClass(failClass, { guard: facts }, false)),
    () => next,
  );
}

/** Calls about which nobody was asked. */
function unasked(rows: readonly AskedRow[], decisions: GuardDecisions): readonly Violation[] {
  return rows.flatMap((row, at): readonly Violation[] => {
    if (permissionOf(decisions, row.toolCallId) !== undefined) return [];
    const path = `evidence.tusk.requests[${at}].permission`;
    const note = "nobody was asked for permission";
    return [{ class: "tool.unknown_or_disallowed", answer: "stop", subject: row.toolCallId, path, note }];
  });
}

/** What was seen of the rows so far. */
interface RowSight extends Sight {
  /** Every row has its form. */
  formed: boolean;
}

/** The row with the last word on it. */
function withPermission(row: AskedRow, permission: PermissionEvidence, sight: RowSight): RequestEvidence {
  const usual = sight.formed ? usualPermission(permission) : undefined;
  if (usual !== undefined) return permitted(row, usual);
  sight.formed = false;
  return sight.native ? withKeptPermission(row, permission) : frozenCopy({ ...row, permission });
}

/** The same in the long way, keys in canonical order. All but that word is kept already, and no key is `__proto__`. */
function withKeptPermission(row: AskedRow, permission: PermissionEvidence): RequestEvidence {
  const kept = frozenCopy(permission);
  const entries: Record<string, unknown> = {};
  let placed = false;
  for (const key of Object.keys(row)) {
    if (!placed && key > "permission") {
      entries["permission"] = kept;
      placed = true;
    }
    const entry: unknown = Reflect.get(row, key);
    if (key !== "permission" && entry !== undefined) entries[key] = entry;
  }
  if (!placed) entries["permission"] = kept;
  // Earned: it is the row and a permission.
  return Object.freeze(entries) as unknown as RequestEvidence;
}

function keptGuard(guard: GuardEvidence, sight: RowSight): GuardEvidence {
  sight.formed = false;
  const copy = frozenNativeCopy(guard);
  // Earned: a copy has the type of what it is a copy of.
  if (copy !== NOT_NATIVE) return copy as GuardEvidence;
  sight.native = false;
  return frozenCopy(guard);
}

/** A decision that comes from outside may lack its form, whatever its type says. */
function formProblem(
  given: readonly RequestEvidence[],
  guardsGiven: readonly GuardEvidence[],
  sight: Sight,
): Misfit | undefined {
  // Copied again, because rows that came as usual hold what is absent as undefined.
  const [rows, guards] = [plainJson(given.map(frozenCopy)), plainJson(guardsGiven.map(frozenCopy))];
  if (ROW_FITS.requests(rows, sight) && ROW_FITS.guards(guards, sight)) return undefined;
  return (
    findMisfit(rows, TUSK_ROWS.requests.node, "evidence.tusk.requests") ??
    findMisfit(guards, TUSK_ROWS.guards.node, "evidence.tusk.guards")
  );
}

/** Own keys only: a call named `constructor` was permitted by nobody. */
function permissionOf({ permissions }: GuardDecisions, toolCallId: string): PermissionEvidence | undefined {
  return Object.hasOwn(permissions, toolCallId) ? permissions[toolCallId] : undefined;
}
