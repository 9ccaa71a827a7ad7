import type { GuardEvidence } from "../../../evidence/tusk-evidence.ts";
import type { Guardrail, GuardStage } from "../../../spec/spec-values.ts";
import type { GuardedFacts, ResultFact, TurnFacts } from "../../facts.ts";
import { gather, NONE } from "../../gather.ts";
import { numeric } from "../../numeric.ts";
import type { Finding } from "../../rule.ts";
import { leftTraces } from "./result.ts";

/** The scope of a decision about the whole turn. */
const TURN = "turn";

/** Stages in the order in which they have to look (R20). */
const STAGE_ORDER = { pre_flight: 0, input: 1, output: 2 } as const satisfies Record<GuardStage, number>;

/** A guardrail that had to look before anything ran did not. */
export function preFlightMissing(facts: GuardedFacts): readonly Finding[] {
  return notLooked(facts, (stage) => stage === "pre_flight");
}

/** A guardrail that had to look at what went in or came out did not. */
export function guardMissing(facts: GuardedFacts): readonly Finding[] {
  return notLooked(facts, (stage) => stage !== "pre_flight");
}

/** Listed guardrails of the required stages that looked neither at the turn nor at each of its calls. */
function notLooked(
  { guards, requests, spec }: GuardedFacts,
  isDue: (stage: GuardStage) => boolean,
): readonly Finding[] {
  const { required, list } = spec.governance.guardrails;
  const path = "evidence.tusk.guards";
  return gather(required, (stage) => {
    if (!isDue(stage)) return NONE;
    if (!list.some((guardrail) => guardrail.stage === stage))
      return [{ subject: stage, path, note: `no guardrail is listed for stage ${stage}` }];
    return gather(list, (guardrail) => {
      const { id } = guardrail;
      if (guardrail.stage !== stage || guards.some((row) => row.scope === TURN && isLook(row, guardrail))) return NONE;
      const scopes = new Set(guards.flatMap((row) => (isLook(row, guardrail) ? [row.scope] : [])));
      const missed = requests.filter((request) => !scopes.has(request.id));
      if (requests.length > 0 && missed.length === 0) return NONE;
      const whom =
        missed.length === requests.length ? "at all" : `at ${missed.map((request) => request.id).join(", ")}`;
      return [{ subject: id, path, note: `guardrail ${id} of stage ${stage} did not look ${whom}` }];
    });
  });
}

/** A guardrail said no, or failed, and the call went on. An error is a denial; one about no call of this turn stops nothing. */
export function guardIgnored({ requestOf, results, resultOf, tusk }: TurnFacts): readonly Finding[] {
  return gather(tusk.guards, (guard, at) => {
    if (guard.decision === "pass") return NONE;
    const path = `evidence.tusk.guards[${at}]`;
    const { guardrailId, decision, scope } = guard;
    if (scope !== TURN && !requestOf.has(scope) && !resultOf.has(scope))
      return [
        { subject: guardrailId, path: `${path}.scope`, note: `said ${decision} about ${scope}, which is no call here` },
      ];
    const inScope = scope === TURN ? results : [resultOf.get(scope)].filter((found) => found !== undefined);
    return gather(inScope, (result) => {
      if (!wentOn(guard, result)) return NONE;
      return [{ subject: result.id, path, note: `guardrail ${guardrailId} said ${decision} and ${result.id} went on` }];
    });
  });
}

/** Decisions came in another order than their stages, or the first look came after something had run. */
export function guardOrderInvalid({ results, resultOf, tusk }: TurnFacts): readonly Finding[] {
  const firstResult = results.reduce((first, result) => Math.min(first, result.row.seq), Infinity);
  if (areInOrder(tusk.guards, firstResult)) return NONE;
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
        if (!late && !behind) return [];
        const why = behind ? "came after a later stage" : "came after the first result";
        const note = `${guard.guardrailId} of stage ${guard.stage} ${why}`;
        return [{ subject: guard.guardrailId, path: `evidence.tusk.guards[${places.get(guard) ?? "?"}]`, note }];
      });
  });
}

/** The usual case, seen at a glance: every row behind the one before it in number and stage, the first look before any result. */
function areInOrder(guards: readonly GuardEvidence[], firstResult: number): boolean {
  return guards.every(({ seq, stage }, at) => {
    const last = guards[at - 1];
    const behind = last === undefined || (last.seq < seq && STAGE_ORDER[last.stage] <= STAGE_ORDER[stage]);
    return behind && (stage !== "pre_flight" || seq < firstResult);
  });
}

export function noGuardrails({ guards, spec }: GuardedFacts): string | undefined {
  const { required, list } = spec.governance.guardrails;
  return required.length + list.length + guards.length === 0 ? "no guardrails are listed" : undefined;
}

export function noGuards({ tusk }: TurnFacts): string | undefined {
  return tusk.guards.length === 0 ? "no guardrail looked" : undefined;
}

/** Whether a row is a look of this guardrail, under the terms that the policy binds. */
function isLook(row: GuardEvidence, guardrail: Guardrail): boolean {
  return row.stage === guardrail.stage && row.guardrailId === guardrail.id && isUnderTerms(row, guardrail);
}

/** Whether a guardrail looked with the threshold and the model that the policy binds, where it binds them. */
function isUnderTerms(row: GuardEvidence, { threshold, modelRef }: Guardrail): boolean {
  const sameThreshold =
    threshold === undefined || (row.threshold !== undefined && numeric(row.threshold) === numeric(threshold));
  return sameThreshold && (modelRef === undefined || row.modelRef === modelRef);
}

/** What a decision should have stopped: a run, or for the output stage a showing. */
function wentOn(guard: GuardEvidence, { row }: ResultFact): boolean {
  return guard.stage === "output" ? row.shownBytes > 0 : row.outcome !== "denied" || leftTraces(row);
}
