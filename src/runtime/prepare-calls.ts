import { type JsonObject, readJsonText, type ReplyCall, type ToolFailure, type ToolRequestDraft } from "#kernel";
import type { DeskCall, DeskPreparing } from "#ports";
import { Fault } from "./fault.ts";
import { isPending } from "./is-pending.ts";
import type { Run } from "./run.ts";

/** What the model is told of each call that could not be prepared, by the host's id. */
export type CallFailures = ReadonlyMap<string, ToolFailure>;

/** The calls of a reply cannot be run as they were written: one is enough, because a turn closes whole or not at all. */
export class UnusableCalls extends Fault {
  readonly failures: CallFailures;
  constructor(
    run: Run,
    failures: CallFailures,
    [first]: readonly Pick<ReplyCall, "tool" | "argumentsText" | "block">[],
  ) {
    const [failure] = failures.values();
    super({
      category: "InvalidModelAction",
      step: run.state.step,
      message: failure?.message ?? "the calls cannot be used",
      toolName: first?.tool ?? "",
      dispatch: run.setting.desk.tools.some(({ name }) => name === first?.tool) ? "InvalidArgs" : "UnknownTool",
      receivedArgs: (first?.argumentsText ?? "").slice(0, RECEIVED),
      ...(first === undefined ? {} : { replyDigest: first.block.replyDigest }),
    });
    this.failures = failures;
  }
}

const RECEIVED = 2000;

/** Reads, repairs and checks the arguments of every call (T01, T02). Throws with a typed failure for each that cannot be used. */
export function prepareCalls(
  run: Run,
  asked: readonly ReplyCall[],
  toolCallIds: readonly string[],
): readonly DeskCall[] | Promise<readonly DeskCall[]> {
  const { desk, signal } = run.setting;
  const prepared: DeskPreparing[] = [];
  let pending: Promise<DeskPreparing>[] | undefined;
  for (let at = 0; at < asked.length; at++) {
    const { tool = "", argumentsText = "" } = asked[at] ?? {};
    const preparing = desk.prepare({ toolCallId: toolCallIds[at] ?? "", tool, argumentsText }, signal);
    if (pending === undefined && !isPending(preparing)) prepared.push(preparing);
    else (pending ??= []).push(Promise.resolve(preparing));
  }
  if (pending === undefined) return usable(run, asked, prepared, toolCallIds);
  return Promise.all(pending).then((rest) => usable(run, asked, [...prepared, ...rest], toolCallIds));
}

/** The calls, if all of them can be used. */
function usable(
  run: Run,
  asked: readonly ReplyCall[],
  prepared: readonly DeskPreparing[],
  toolCallIds: readonly string[],
): readonly DeskCall[] {
  const calls: DeskCall[] = [];
  for (const preparing of prepared) if (preparing.ok) calls.push(preparing.call);
  if (calls.length === prepared.length) return calls;
  const failures = new Map<string, ToolFailure>();
  for (const [at, preparing] of prepared.entries())
    if (!preparing.ok) failures.set(toolCallIds[at] ?? "", preparing.failure);
  throw new UnusableCalls(
    run,
    failures,
    asked.filter((_, at) => prepared[at]?.ok === false),
  );
}

const NO_VALUES: readonly [] = [];

/** The calls as the gate admits them: what will run, where it came from, what was repaired. */
export function requestDrafts(
  run: Run,
  asked: readonly ReplyCall[],
  calls: readonly DeskCall[],
): { readonly requests: readonly ToolRequestDraft[]; readonly values: readonly [] } {
  const requests: ToolRequestDraft[] = [];
  for (let at = 0; at < asked.length; at++) {
    const [reply, call] = [asked[at], calls[at]];
    if (reply !== undefined && call !== undefined) requests.push(requestDraft(run, reply, call));
  }
  return { requests, values: NO_VALUES };
}

function requestDraft(run: Run, reply: ReplyCall, call: DeskCall): ToolRequestDraft {
  const { providerCallId, index, block, adapterProfile, argumentsText } = reply;
  const { toolCallId, tool, repairs } = call;
  // What was not repaired is what was written: a fraction would show there.
  const isWhole = repairs.length === 0 && !FRACTION.test(argumentsText);
  const draft = {
    toolCallId,
    toolName: tool.name,
    providerCallId,
    // One call is one action in the modes that are here (K12).
    actionId: toolCallId,
    index,
    block,
    args: isWhole ? call.args : evidenceArgs(run, call.args),
    repairs,
  };
  return adapterProfile === undefined ? draft : { ...draft, adapterProfile };
}

const FRACTION = /\d[.eE]/;

/** Numbers as the wire contract keeps them: a fraction that a file would round differently must have that digest now. */
function evidenceArgs({ setting }: Run, args: JsonObject): JsonObject {
  const text = JSON.stringify(args);
  if (!FRACTION.test(text)) return args;
  const reading = readJsonText(text, setting.utf8);
  return reading.ok && typeof reading.value === "object" ? (reading.value as JsonObject) : args;
}
