import type { GuardEvidence, PermissionEvidence, RequestEvidence } from "../evidence/tusk-evidence.ts";
import { TUSK_ROWS } from "../evidence/tusk-schema.ts";
import { FAIL_CLASSES } from "../gate/classes.ts";
import { InvariantError, refuse, type Verdict, verdictOf, type Violation } from "../gate/verdict.ts";
import { checkClass } from "../gate/join-check.ts";
import { frozenCopy } from "../json/frozen.ts";
import { findMisfit } from "../schema/misfit.ts";
import { refusingNotJson } from "./draft.ts";
import { guardedFactsOf } from "./stage-facts.ts";
import { type RequestParts, requestParts, type ToolRequests } from "./tool-requests.ts";
import { plainJson } from "../json/plain.ts";

/** What was decided before anything runs: the last word on each permission, and what the guardrails said. */
export interface GuardDecisions {
  readonly permissions: Readonly<Record<string, PermissionEvidence>>;
  readonly guards: readonly GuardEvidence[];
}

/** What a GuardedRequests holds. */
export interface GuardedParts extends RequestParts {
  readonly rows: readonly RequestEvidence[];
  readonly guards: readonly GuardEvidence[];
}

const MINT = Symbol("GuardedRequests");
let partsOf: (requests: GuardedRequests) => GuardedParts;

/** Calls that may run now. Minted by {@link guardRequests} only. */
class GuardedRequests {
  readonly #parts: GuardedParts;
  constructor(parts: GuardedParts, mint: symbol) {
    if (mint !== MINT) throw new InvariantError("GuardedRequests are minted by guardRequests only");
    this.#parts = parts;
    Object.freeze(this);
  }
  get callIds(): readonly string[] {
    return this.#parts.rows.map((row) => row.toolCallId);
  }
  static {
    // A friend of this file, not a member: nobody else reaches what a stage holds, and nobody can replace how.
    partsOf = (requests) => requests.#parts;
    Object.freeze(this.prototype);
  }
}
export type { GuardedRequests };

/** What a GuardedRequests holds. Throws where it is given anything that {@link guardRequests} did not mint. */
export function guardedParts(requests: GuardedRequests): GuardedParts {
  return partsOf(requests);
}

/** Attaches permissions and pre-flight decisions; a call without the last word on it does not run (K04, T08). */
export function guardRequests(requests: ToolRequests, decisions: GuardDecisions): Verdict<GuardedRequests> {
  const parts = requestParts(requests);
  return refusingNotJson("decisions", () => attachDecisions(parts, decisions));
}

function attachDecisions(parts: RequestParts, decisions: GuardDecisions): Verdict<GuardedRequests> {
  const [first, ...rest] = parts.rows.flatMap((row, at): Violation[] => {
    if (permissionOf(decisions, row.toolCallId) !== undefined) return [];
    const path = `evidence.tusk.requests[${at}].permission`;
    const note = "nobody was asked for permission";
    return [{ class: "tool.unknown_or_disallowed", answer: "stop", subject: row.toolCallId, path, note }];
  });
  if (first !== undefined) return refuse([first, ...rest]);
  const rows = parts.rows.flatMap((row): RequestEvidence[] => {
    const permission = permissionOf(decisions, row.toolCallId);
    return permission === undefined ? [] : [frozenCopy({ ...row, permission })];
  });
  const guarded = { ...parts, rows, guards: decisions.guards.map((guard) => frozenCopy(guard)) };
  // A decision that comes from outside may lack its form, whatever its type says.
  const misfit =
    findMisfit(plainJson(rows), TUSK_ROWS.requests.node, "evidence.tusk.requests") ??
    findMisfit(plainJson(guarded.guards), TUSK_ROWS.guards.node, "evidence.tusk.guards");
  if (misfit !== undefined) {
    const { path, problem: note } = misfit;
    return refuse([{ class: "tool.schema_invalid", answer: "stop", subject: path, path, note }]);
  }
  const facts = guardedFactsOf(guarded);
  const checks = FAIL_CLASSES.map((failClass) => checkClass(failClass, { guard: facts }, false));
  return verdictOf(checks, () => new GuardedRequests(guarded, MINT));
}

/** Own keys only: a call named `constructor` was permitted by nobody. */
function permissionOf({ permissions }: GuardDecisions, toolCallId: string): PermissionEvidence | undefined {
  return Object.hasOwn(permissions, toolCallId) ? permissions[toolCallId] : undefined;
}
