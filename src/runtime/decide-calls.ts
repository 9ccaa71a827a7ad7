import {
  digestJson,
  type GuardDecisions,
  type GuardEvidence,
  type GuardStage,
  type Json,
  type PermissionEvidence,
} from "#kernel";
import type { DeskCall } from "#ports";
import type { GuardInput } from "./guard.ts";
import type { Run } from "./run.ts";

/** Where no rules are bound, whoever built the agent has decided. */
const UNASKED: PermissionEvidence = { decision: "allow", ruleId: "no-rules" };

/** The last word on every call before anything runs: permissions, asked one after another, and the guardrails that look first (T08, R20). */
export async function decideCalls(run: Run, calls: readonly DeskCall[]): Promise<GuardDecisions> {
  const { permissions, signal } = run.setting;
  const words: Record<string, PermissionEvidence> = {};
  for (const { toolCallId, tool, args } of calls) {
    if (permissions === undefined) words[toolCallId] = UNASKED;
    else words[toolCallId] = (await permissions.judge({ toolCallId, tool: tool.name, args }, signal)).evidence;
  }
  return { permissions: words, guards: await guardRows(run, { stage: "pre_flight", calls }) };
}

/** What the guardrails of one stage say. One that throws is an error, which the gate takes for a trigger (R20). */
export async function guardRows(run: Run, input: GuardInput): Promise<readonly GuardEvidence[]> {
  const guards = run.setting.guards.filter(({ stage }) => stage === input.stage);
  const rows: GuardEvidence[] = [];
  for (const guard of guards) {
    const decision = await decisionOf(() => guard.check(input, run.setting.signal));
    const { stage, id: guardrailId } = guard;
    const inputDigest = digestJson(run.setting.sha256, inputOf(input));
    rows.push({
      stage,
      guardrailId,
      scope: "turn",
      decision,
      inputDigest,
      seq: run.nextSeq(),
      ...listed(run, guardrailId, stage),
    });
    run.tell({ kind: "GuardDecided", step: run.step, stage, guardrailId, decision });
  }
  return rows;
}

async function decisionOf(check: () => boolean | Promise<boolean>): Promise<GuardEvidence["decision"]> {
  try {
    return (await check()) ? "trigger" : "pass";
  } catch {
    // Whatever it threw, it did not say that all is well.
    return "error";
  }
}

/** The terms that the policy lists for a guardrail. */
function listed(run: Run, id: string, stage: GuardStage): Pick<GuardEvidence, "threshold" | "modelRef"> {
  const row = run.setting.policies.values.governance.guardrails.list.find(
    (entry) => entry.id === id && entry.stage === stage,
  );
  return {
    ...(row?.threshold === undefined ? {} : { threshold: row.threshold }),
    ...(row?.modelRef === undefined ? {} : { modelRef: row.modelRef }),
  };
}

function inputOf(input: GuardInput): Json {
  return input.stage === "pre_flight" ? input.calls.map(({ tool, args }) => [tool.name, args]) : input.text;
}
