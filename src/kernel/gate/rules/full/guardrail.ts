import type { GuardEvidence } from "../../../evidence/tusk-evidence.ts";
import type { GuardStage } from "../../../spec/spec-values.ts";
import type { ResultFact, TurnFacts } from "../../facts.ts";
import { gather, NONE } from "../../gather.ts";
import type { Finding } from "../../rule.ts";
import { leftTraces } from "./result.ts";

/** The scope of a decision about the whole turn. */
const TURN = "turn";

/** Stages in the order in which they have to look (R20). */
const STAGE_ORDER = { pre_flight: 0, input: 1, output: 2 } as const satisfies Record<GuardStage, number>;

/** A guardrail that had to look did not, at the turn or at each of its calls. */
export function guardMissing({ requests, spec, tusk }: TurnFacts): readonly Finding[] {
  const { required, list } = spec.governance.guardrails;
  const looked = Map.groupBy(tusk.guards, (row) => `${row.stage} ${row.guardrailId}`);
  const path = "evidence.tusk.guards";
  return required.flatMap((stage) => {
    const listed = list.filter((guardrail) => guardrail.stage === stage);
    if (listed.length === 0) return [{ subject: stage, path, note: `no guardrail is listed for stage ${stage}` }];
    return listed.flatMap(({ id }) => {
      const scopes = new Set((looked.get(`${stage} ${id}`) ?? []).map((row) => row.scope));
      const missed = requests.filter((request) => !scopes.has(request.id));
      if (scopes.has(TURN) || (scopes.size > 0 && missed.length === 0)) return NONE;
      const whom = scopes.size === 0 ? "at all" : `at ${missed.map((request) => request.id).join(", ")}`;
      return [{ subject: id, path, note: `guardrail ${id} of stage ${stage} did not look ${whom}` }];
    });
  });
}

/** A guardrail said no, or failed, and the call went on. An error is a denial. */
export function guardIgnored({ results, resultOf, tusk }: TurnFacts): readonly Finding[] {
  return gather(tusk.guards, (guard, at) => {
    if (guard.decision === "pass") return NONE;
    const inScope = guard.scope === TURN ? results : [resultOf.get(guard.scope)].filter((found) => found !== undefined);
    return inScope
      .filter((result) => wentOn(guard, result))
      .map((result) => {
        const note = `guardrail ${guard.guardrailId} said ${guard.decision} and ${result.id} went on`;
        return { subject: result.id, path: `evidence.tusk.guards[${at}]`, note };
      });
  });
}

/** Decisions came in another order than their stages, or the first look came after something had run. */
export function guardOrderInvalid({ results, resultOf, tusk }: TurnFacts): readonly Finding[] {
  const firstResult = Math.min(...results.map((result) => result.row.seq));
  const places = new Map(tusk.guards.map((guard, at) => [guard, at]));
  return [...Map.groupBy(tusk.guards, (guard) => guard.scope)].flatMap(([scope, guards]) => {
    const ran = scope === TURN ? firstResult : (resultOf.get(scope)?.row.seq ?? Infinity);
    let reached = 0;
    return guards
      .toSorted((a, b) => a.seq - b.seq)
      .flatMap((guard) => {
        const stage = STAGE_ORDER[guard.stage];
        const late = guard.stage === "pre_flight" && guard.seq >= ran;
        const behind = stage < reached;
        reached = Math.max(reached, stage);
        if (!late && !behind) return NONE;
        const why = behind ? "came after a later stage" : "came after the first result";
        const note = `${guard.guardrailId} of stage ${guard.stage} ${why}`;
        return [{ subject: guard.guardrailId, path: `evidence.tusk.guards[${places.get(guard) ?? "?"}]`, note }];
      });
  });
}

export function noGuardrails({ spec, tusk }: TurnFacts): string | undefined {
  const { required, list } = spec.governance.guardrails;
  return required.length + list.length + tusk.guards.length === 0 ? "no guardrails are listed" : undefined;
}

export function noGuards({ tusk }: TurnFacts): string | undefined {
  return tusk.guards.length === 0 ? "no guardrail looked" : undefined;
}

/** What a decision should have stopped: a run, or for the output stage a showing. */
function wentOn(guard: GuardEvidence, { row }: ResultFact): boolean {
  return guard.stage === "output" ? row.shownBytes > 0 : row.outcome !== "denied" || leftTraces(row);
}
