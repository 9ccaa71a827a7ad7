import type { RequestFact, RequestFacts } from "../../facts.ts";
import { gather, NONE } from "../../gather.ts";
import type { Finding } from "../../rule.ts";
import { pathOf } from "./request.ts";

/** A call whose caller is not proven: no edge where one is due, an edge that leads nowhere, a caller of another name. */
export function callerEdgeInvalid(facts: RequestFacts): readonly Finding[] {
  const repeated = repeatedSteps(facts.requests);
  return gather(facts.requests, (request) => {
    const wrong = edgeProblem(request, facts) ?? (repeated.has(request.id) ? "its step repeats another's" : undefined);
    if (wrong !== undefined) return [{ subject: request.id, path: pathOf(request, "callerEdge"), note: wrong }];
    const caller = callerOf(request);
    if (request.wire.callerId === caller) return NONE;
    const note = `the caller is ${caller}, the row says ${request.wire.callerId ?? "nobody"}`;
    return [{ subject: request.id, path: `${facts.wireRow("toolRequests", request.id)}.callerId`, note }];
  });
}

/** A tool that this kind of caller may not call. */
export function callerNotAllowed(facts: RequestFacts): readonly Finding[] {
  return gather(facts.requests, (request) => {
    if (request.entry === undefined || edgeProblem(request, facts) !== undefined) return NONE;
    const caller = request.row.callerEdge === undefined ? "model" : "code";
    if (request.entry.allowedCallers.includes(caller)) return NONE;
    const note = `${request.tool} may be called by ${request.entry.allowedCallers.join(", ") || "nobody"}, not by ${caller}`;
    return [{ subject: request.id, path: pathOf(request, "callerEdge"), note }];
  });
}

/** `model`, or `code:` and the call whose program called. */
function callerOf({ row }: RequestFact): string {
  return row.callerEdge === undefined ? "model" : `code:${row.callerEdge.parentCallId}`;
}

/** Why an edge is wrong, or why a missing one is; undefined when caller and mode agree. */
function edgeProblem({ id, row, entry }: RequestFact, facts: RequestFacts): string | undefined {
  const inCode = facts.callSpec.actionMode === "code";
  const edge = row.callerEdge;
  // Nobody knows what an unknown tool does: it trips its own class only.
  const runsCode = entry?.effects.includes("code");
  if (edge === undefined)
    return inCode && runsCode === false ? "a call in code mode has no edge to its program" : undefined;
  if (!inCode) return `an edge in ${facts.callSpec.actionMode} mode`;
  if (runsCode === true) return "a program is called by the model, not by a program";
  if (edge.parentCallId === id) return "the call is its own caller";
  const parent = facts.requestOf.get(edge.parentCallId);
  if (parent === undefined) return `its caller ${edge.parentCallId} is no call of this turn`;
  return parent.entry?.effects.includes("code") === true ? undefined : `its caller ${parent.id} runs no program`;
}

/** Calls that claim the same step of the same program as an earlier one. */
function repeatedSteps(requests: readonly RequestFact[]): ReadonlySet<string> {
  const steps = new Set<string>();
  const repeated = new Set<string>();
  for (const { id, row } of requests) {
    if (row.callerEdge === undefined) continue;
    const step = `${row.callerEdge.seq} ${row.callerEdge.parentCallId}`;
    if (steps.has(step)) repeated.add(id);
    steps.add(step);
  }
  return repeated;
}
