import {
  actionModeOf,
  bindValues,
  digestJson,
  isJsonObject,
  type Json,
  parsePolicyConfig,
  type PermissionEvidence,
  type PolicyDecision,
  type RunTerms,
  type Sha256,
  type TapeOpened,
  type ToolResultDraft,
  type UseDraft,
  type Utf8,
} from "#kernel";
import type { DeskPreparing, PermissionVerdict, Tool, ToolDesk, WitnessStore } from "#ports";
import type { CheckpointAnswer } from "../checkpoint.ts";
import type { OutputReading } from "../output-reader.ts";
import type { BoundPolicy } from "../policies.ts";
import type { RunSetting } from "../run-setting.ts";
import { judgedWitnesses } from "./judged-witnesses.ts";
import { replayModel } from "./replay-model.ts";
import type { ReplayedRows } from "./replayed-rows.ts";
import type { TapePlayer } from "./tape-player.ts";

/** What a replay is made of beside its tape. */
export interface ReplaySource {
  readonly sha256: Sha256;
  readonly utf8: Utf8;
  readonly witnesses: WitnessStore;
  /** The name of the session: its own, or that of a fork. */
  readonly sessionId: string;
}

/** A run as it was recorded, or one sentence why no run is made of that. */
export type ReplaySetting =
  | { readonly ok: true; readonly setting: RunSetting }
  | { readonly ok: false; readonly problem: string };

/** A run made of a tape alone: no tool code, no model, no clock; every port answers what was recorded. */
export function replaySetting(
  opened: TapeOpened,
  { player, rows }: { readonly player: TapePlayer; readonly rows: ReplayedRows },
  source: ReplaySource,
): ReplaySetting {
  const { sha256, utf8, witnesses, sessionId } = source;
  const { spec, values, terms, correlationId, parent } = opened;
  const bound = bindValues(spec, sha256, values);
  if (!bound.admitted) return { ok: false, problem: bound.refusal.violations.map(({ note }) => note).join("; ") };
  const policy = replayPolicy(terms, player);
  if (policy === undefined) return { ok: false, problem: "the policy is not bounded" };
  const setting: RunSetting = {
    sessionId,
    correlationId,
    parent: sessionId === opened.sessionId ? parent : undefined,
    sha256,
    utf8,
    // Earned where it was recorded: the row is what a clock said.
    clock: { now: () => player.answerNow("tape.clock", "") as ReturnType<RunSetting["clock"]["now"]> },
    model: replayModel(opened, player, sha256),
    desk: replayDesk(opened, player),
    journal: rows.journal(sessionId),
    policies: bound.next,
    toolValues: values,
    terms,
    mode: actionModeOf(terms),
    policy,
    ...replayPeople(opened, player, rows),
    guards: opened.guards.map(({ id, stage }) => ({
      id,
      stage,
      // What was no truth then is told as nothing, which no guardrail may say.
      check: () => player.answer("tape.guard", id, (value) => value as boolean),
    })),
    views: opened.views.map(({ viewId, isRendered }) => ({
      viewId,
      // Nothing where it was no JSON: the run refuses that as it did then.
      view: () => player.answerNow("tape.view", viewId) as Json,
      ...(isRendered ? { render: (view: Json) => player.rendered(viewId, digestJson(sha256, view)) } : {}),
    })),
    output: () => player.answer("tape.output", "", (value) => value as unknown as OutputReading),
    reminders: () => player.reminders(),
    // Every turn is judged whole; what of it the recorded rows did not say is left out of these, too.
    evidence: "each_turn",
    witnesses: judgedWitnesses(witnesses, player.cursor),
    emit: () => undefined,
    signal: rows.signal(),
    handoffIn: opened.handoffIn,
    ...(opened.ports.intends === undefined
      ? {}
      : { intends: ({ step }) => player.answerNow("tape.intended", String(step)) as UseDraft | undefined }),
  };
  return { ok: true, setting };
}

function replayPolicy({ policy, onThrow }: RunTerms, player: TapePlayer): BoundPolicy | undefined {
  const reading = parsePolicyConfig(policy);
  if (!reading.ok) return undefined;
  // Whatever it is, the run reads it as it reads every policy's answer.
  const decide = (key: string) => (): PolicyDecision =>
    player.answerNow("tape.decided", key) as unknown as PolicyDecision;
  return { config: reading.config, onThrow, engine: { onModelError: decide("model"), onToolError: decide("tool") } };
}

/** People who answered then. */
function replayPeople(
  { ports }: TapeOpened,
  player: TapePlayer,
  rows: ReplayedRows,
): Pick<RunSetting, "permissions" | "checkpoint"> {
  const judged = (toolCallId: string, value: Json | undefined): PermissionVerdict => {
    rows.checkApproval(toolCallId, isJsonObject(value) ? value["approvalRef"] : undefined);
    const evidence = value as unknown as PermissionEvidence;
    return { permitted: evidence.decision === "allow" || evidence.decision === "approved", evidence, why: "" };
  };
  return {
    permissions: ports.permissions
      ? {
          judge: async ({ toolCallId }) =>
            player.answer("tape.permission", toolCallId, (value) => judged(toolCallId, value)),
        }
      : undefined,
    checkpoint: ports.checkpoint
      ? async ({ at }) =>
          player.answer("tape.checkpoint", String(at), (value) => value as unknown as CheckpointAnswer | undefined)
      : undefined,
  };
}

/** Tools that are only told of: their calls end as they ended then. */
function replayDesk({ tools }: TapeOpened, player: TapePlayer): ToolDesk {
  const told = new Map(tools.map((taped) => [taped.name, toldTool(taped)]));
  return {
    tools: [...told.values()],
    prepare: ({ toolCallId }) =>
      player.answer("tape.prepared", toolCallId, (value): DeskPreparing => {
        const { ok, failure, tool, args, repairs } = value as unknown as TapedPreparing;
        if (!ok) return { ok: false, failure };
        const named =
          told.get(tool ?? "") ?? player.cursor.refuse(`a call of ${tool ?? "nothing"}, which is no tool of this run`);
        return { ok: true, call: { toolCallId, tool: named, args, repairs } };
      }),
    run: ({ toolCallId }) => player.answer("tape.ran", toolCallId, (value) => value as unknown as ToolResultDraft),
  };
}

/** A preparation as it was recorded. */
interface TapedPreparing {
  readonly ok: boolean;
  readonly failure: Extract<DeskPreparing, { ok: false }>["failure"];
  readonly tool?: string;
  readonly args: Extract<DeskPreparing, { ok: true }>["call"]["args"];
  readonly repairs: Extract<DeskPreparing, { ok: true }>["call"]["repairs"];
}

function toldTool(taped: TapeOpened["tools"][number]): Tool {
  const nothing = (): never => {
    throw new Error(`${taped.name} does not run in a replay`);
  };
  return {
    ...taped,
    outputSchema: undefined,
    effects: [],
    aliases: {},
    timeoutMs: 0,
    checkArgs: nothing,
    checkOutput: nothing,
    run: nothing,
  };
}
