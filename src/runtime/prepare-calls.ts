import { type JsonObject, readJsonText, type ReplyCall, type ToolFailure, type ToolRequestDraft } from "#kernel";
import type { DeskCall } from "#ports";
import { Fault } from "./fault.ts";
import type { Run } from "./run.ts";

/** What the model is told of each call that could not be prepared, by the host's id. */
export type CallFailures = ReadonlyMap<string, ToolFailure>;

/** The calls of a reply cannot be run as they were written: one is enough, because a turn closes whole or not at all. */
export class UnusableCalls extends Fault {
  readonly failures: CallFailures;
  constructor(
    run: Run,
    failures: CallFailures,
    [first]: readonly { readonly tool: string; readonly argumentsText: string }[],
  ) {
    const [failure] = failures.values();
    super({
      category: "InvalidModelAction",
      step: run.step,
      message: failure?.message ?? "the calls cannot be used",
      toolName: first?.tool ?? "",
      receivedArgs: (first?.argumentsText ?? "").slice(0, RECEIVED),
    });
    this.failures = failures;
  }
}

const RECEIVED = 2000;

/** Reads, repairs and checks the arguments of every call (T01, T02). Throws with a typed failure for each that cannot be used. */
export async function prepareCalls(
  run: Run,
  asked: readonly ReplyCall[],
  toolCallIds: readonly string[],
): Promise<readonly DeskCall[]> {
  const { desk, signal } = run.setting;
  const calls: DeskCall[] = [];
  const failures = new Map<string, ToolFailure>();
  const unusable: ReplyCall[] = [];
  for (const [at, reply] of asked.entries()) {
    const toolCallId = toolCallIds[at] ?? "";
    const preparing = await desk.prepare({ toolCallId, tool: reply.tool, argumentsText: reply.argumentsText }, signal);
    if (preparing.ok) calls.push(preparing.call);
    else {
      failures.set(toolCallId, preparing.failure);
      unusable.push(reply);
    }
  }
  if (failures.size > 0) throw new UnusableCalls(run, failures, unusable);
  return calls;
}

/** The calls as the gate admits them: what will run, where it came from, what was repaired. */
export function requestDrafts(
  run: Run,
  asked: readonly ReplyCall[],
  calls: readonly DeskCall[],
): { readonly requests: readonly ToolRequestDraft[]; readonly values: readonly [] } {
  const requests = asked.flatMap((reply, at): ToolRequestDraft[] => {
    const call = calls[at];
    if (call === undefined) return [];
    const { providerCallId, index, block, adapterProfile } = reply;
    return [
      {
        toolCallId: call.toolCallId,
        toolName: call.tool.name,
        providerCallId,
        // One call is one action in the modes that are here (K12).
        actionId: call.toolCallId,
        index,
        block,
        args: evidenceArgs(run, call.args),
        repairs: call.repairs,
        ...(adapterProfile === undefined ? {} : { adapterProfile }),
      },
    ];
  });
  return { requests, values: [] };
}

/** Numbers as the wire contract keeps them: a fraction that a file would round differently must have that digest now. */
function evidenceArgs({ setting }: Run, args: JsonObject): JsonObject {
  const text = JSON.stringify(args);
  if (!/\d[.eE]/.test(text)) return args;
  const reading = readJsonText(text, setting.utf8);
  return reading.ok && typeof reading.value === "object" ? (reading.value as JsonObject) : args;
}
