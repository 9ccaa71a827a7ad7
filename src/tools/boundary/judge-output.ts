import { canonicalCopy, canonicalJson, type Json } from "#kernel";
import type { CancelSignal, SchemaResult, Tool } from "#ports";
import { jsonCopy } from "../json-copy.ts";
import { issuesText } from "./invalid-input.ts";
import { isPromiseLike } from "./is-promise-like.ts";
import { within } from "./within.ts";

/** The largest output that becomes a result, in bytes. */
export const PAYLOAD_BYTES: number = 16 * 1024 * 1024;

/** An output that may become a result, with its text; what is wrong with it, which is the tool's fault; or that nobody waited for the judgement. */
export type JudgedOutput =
  | { readonly kind: "fits"; readonly payload: Json; readonly text: string }
  | { readonly kind: "misfit"; readonly fault: unknown }
  | { readonly kind: "cancelled" };

/** Judges what a tool gave back: by its schema first, then as JSON, then by size. Never throws; the signal ends a schema that takes its time. */
export function judgeOutput(tool: Tool, output: unknown, signal: CancelSignal): JudgedOutput | Promise<JudgedOutput> {
  try {
    const checked = tool.checkOutput(output);
    const judge = (result: SchemaResult<unknown>): JudgedOutput => judgeChecked(result, output);
    if (!isPromiseLike(checked)) return judge(checked);
    const { timeoutMs } = tool;
    return within(Promise.resolve(checked).then(judge, misfit), {
      timeoutMs,
      signal,
      late: () => bad(`its schema did not judge its output in ${timeoutMs} ms`),
      cancelled: () => ({ kind: "cancelled" }),
    });
  } catch (fault) {
    return misfit(fault);
  }
}

function misfit(fault: unknown): JudgedOutput {
  return { kind: "misfit", fault };
}

function judgeChecked(result: SchemaResult<unknown>, output: unknown): JudgedOutput {
  if (result.issues !== undefined)
    return bad(`its output does not fit its schema: ${issuesText(result.issues, output)}`);
  try {
    const { copy: payload, text } = copyOf(result.value);
    // No character has more than three bytes for each of its units, so that short texts need not be measured.
    if (text.length * 3 > PAYLOAD_BYTES && Buffer.byteLength(text) > PAYLOAD_BYTES)
      return bad(`its output has more than ${PAYLOAD_BYTES} bytes`);
    return { kind: "fits", payload, text };
  } catch (error) {
    return bad(`its output is no JSON: ${error instanceof Error ? error.message : "it threw"}`);
  }
}

/** The copy and its text; whatever is not simply JSON goes the slow way, which says what is wrong with it. */
function copyOf(value: unknown): { readonly copy: Json; readonly text: string } {
  const native = typeof value === "object" && value !== null ? canonicalCopy(value) : undefined;
  if (native !== undefined) return native;
  const copy = jsonCopy(value);
  return { copy, text: payloadText(copy) };
}

function bad(message: string): JudgedOutput {
  return misfit(new Error(message));
}

/** The text of a payload as evidence measures it: a text as it is, nothing for null, anything else in its canonical form. */
export function payloadText(payload: Json): string {
  if (payload === null) return "";
  return typeof payload === "string" ? payload : canonicalJson(payload);
}
