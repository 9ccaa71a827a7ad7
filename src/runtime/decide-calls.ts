import {
  digestJson,
  frozenCopy,
  type GuardDecisions,
  type GuardEvidence,
  type GuardStage,
  isJsonObject,
  type Json,
  type PermissionEvidence,
  takenJson,
} from "#kernel";
import type { DeskCall, PermissionVerdict } from "#ports";
import { faultOf, JournalFailed } from "./fault.ts";
import type { GuardInput } from "./guard.ts";
import type { Run } from "./run.ts";

/** Where no rules are bound, whoever built the agent has decided. */
const UNASKED: PermissionEvidence = { decision: "allow", ruleId: "no-rules" };

/** The last word on every call before anything runs: permissions, asked one after another, and the guardrails that look first (T08, R20). */
export function decideCalls(run: Run, calls: readonly DeskCall[]): GuardDecisions | Promise<GuardDecisions> {
  const { permissions, guards } = run.setting;
  if (permissions !== undefined || guards.length > 0) return askedDecisions(run, calls);
  const words: Record<string, PermissionEvidence> = {};
  for (const { toolCallId } of calls) words[toolCallId] = UNASKED;
  return { permissions: words, guards: NO_GUARDS };
}

async function askedDecisions(run: Run, calls: readonly DeskCall[]): Promise<GuardDecisions> {
  const { permissions, signal } = run.setting;
  const words: Record<string, PermissionEvidence> = {};
  for (const { toolCallId, tool, args } of calls) {
    if (permissions === undefined) words[toolCallId] = UNASKED;
    else {
      const evidence = await judged(() => permissions.judge({ toolCallId, tool: tool.name, args }, signal));
      words[toolCallId] = evidence;
      run.tellAnswer(toolCallId, evidence.decision);
      // Nobody said no where nobody was left to answer.
      run.assertGoing();
    }
  }
  if (run.setting.guards.length === 0) return { permissions: words, guards: NO_GUARDS };
  const first = await guardRows(run, { stage: "pre_flight", calls: Object.freeze([...calls]) });
  return {
    permissions: words,
    guards: [...first, ...(await guardRows(run, { stage: "input", text: newestInput(run) }))],
  };
}

/** What a keeper says of a call. One that throws, or says what no row could hold, has permitted nothing. */
async function judged(judge: () => Promise<PermissionVerdict>): Promise<PermissionEvidence> {
  try {
    const { evidence } = await judge();
    const taken = takenJson(frozenCopy(evidence));
    // What is more or less than a word of evidence is the gate's to refuse.
    return isJsonObject(taken) ? (taken as unknown as PermissionEvidence) : BROKEN_KEEPER;
  } catch (error) {
    // An answer that the journal did not take is no fault of the keeper's.
    if (error instanceof JournalFailed) throw error;
    return BROKEN_KEEPER;
  }
}

const BROKEN_KEEPER: PermissionEvidence = { decision: "deny", ruleId: "keeper-failed" };

const NO_GUARDS: readonly GuardEvidence[] = [];

/** What the model was given last: what somebody said, or what its calls gave. */
function newestInput({ state }: Run): string {
  const given = state.history.newestGiven();
  return given?.role === "tool" ? given.answers.map(({ text }) => text).join("\n") : (given?.text ?? "");
}

/** What the guardrails of one stage say. One that throws or says neither is an error, which denies like a trigger (R20). */
export async function guardRows(run: Run, input: GuardInput): Promise<readonly GuardEvidence[]> {
  const guards = run.setting.guards.filter(({ stage }) => stage === input.stage);
  const rows: GuardEvidence[] = [];
  if (guards.length === 0) return rows;
  const inputDigest = digestJson(run.setting.sha256, inputOf(input));
  // A guardrail looks: what it does to what it is shown changes nothing.
  Object.freeze(input);
  for (const guard of guards) {
    const decision = await decisionOf(() => guard.check(input, run.setting.signal));
    // Nobody said no where nobody was left to answer.
    if (decision === "error") run.assertGoing();
    const { stage, id: guardrailId } = guard;
    rows.push({
      stage,
      guardrailId,
      scope: "turn",
      decision,
      inputDigest,
      seq: run.nextSeq(),
      ...listed(run, guardrailId, stage),
    });
    run.tell({ kind: "GuardDecided", step: run.state.step, stage, guardrailId, decision });
  }
  return rows;
}

/** Why guardrails let nothing pass, in one sentence; undefined where all of them do. */
export function denialBy(rows: readonly GuardEvidence[]): string | undefined {
  const denied = rows.filter(({ decision }) => decision !== "pass");
  if (denied.length === 0) return undefined;
  return denied
    .map(({ stage, guardrailId, decision }) => `guardrail ${guardrailId} (${stage}) said ${decision}`)
    .join("; ");
}

/** An answer that a guardrail speaks against is none: where nothing was called, the gate has no result to hold it against (R20). */
export function assertUndenied(run: Run, guards: readonly GuardEvidence[]): void {
  const denial = denialBy(guards);
  if (denial !== undefined) throw faultOf("InvalidModelAction", run.state.step, denial);
}

async function decisionOf(check: () => unknown): Promise<GuardEvidence["decision"]> {
  try {
    const said = await check();
    if (said === false) return "pass";
    return said === true ? "trigger" : "error";
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
