import { indexOfByte, utf8Length } from "../../../json/utf8-length.ts";
import type { CatalogRow, Effect } from "../../../spec/spec-values.ts";
import type { Values } from "../../../evidence/values.ts";
import type { ResultEvidence } from "../../../evidence/tusk-evidence.ts";
import { markerOf } from "../../../policy/truncation.ts";
import type { PayloadFact, ResultFact, TurnFacts } from "../../facts.ts";
import { gather, NONE } from "../../gather.ts";
import type { Finding } from "../../rule.ts";

/** Wire status and outcome say different things. */
export function outcomeDisagrees({ requests, results, wireRow }: TurnFacts): readonly Finding[] {
  let callers: ReadonlySet<string> | undefined;
  const calls = (id: string): boolean => {
    callers ??= new Set(requests.flatMap(({ row }) => row.callerEdge?.parentCallId ?? []));
    return callers.has(id);
  };
  return gather(results, (result) => {
    const { id: subject, row, wire } = result;
    if (row.outcome === "denied" && (leftTraces(row) || calls(subject)))
      return [
        { subject, path: resultPath(result, "outcome"), note: "the call was denied, and the row shows that it ran" },
      ];
    if ((wire.status === "ok") === (row.outcome === "ok")) return NONE;
    const note = `status is ${wire.status}, the outcome was ${row.outcome}`;
    return [{ subject, path: `${wireRow("toolResults", subject)}.status`, note }];
  });
}

/** What each effect has to leave in the result row (CONTRACT-EVIDENCE §2). */
const EFFECT_EVIDENCE: { readonly [E in Effect]: readonly (keyof ResultEvidence)[] } = {
  shell: ["shell"],
  write: ["surface", "artifacts"],
  read: ["reads"],
  code: ["code"],
  search: [],
  other: [],
};

/** Whether a tool's effects have to leave nothing in a result row; those of a shell and of writing always have to. */
export function leavesNothing({ effects }: CatalogRow): boolean {
  return effects.every((effect) => EFFECT_EVIDENCE[effect].length === 0);
}

/** A tool ran, and its row lacks what its effects have to leave. */
export function effectEvidenceMissing({ results, values }: TurnFacts): readonly Finding[] {
  return gather(results, (result) => {
    const { id: subject, row, request } = result;
    // Output that stands there has to be proven, whatever its tool was said to do and however it ended.
    const unproven = outputUnproven(result, values);
    if (request?.entry === undefined || row.outcome === "denied" || row.outcome === "interrupted") return unproven;
    const missing = gather(lackingOf(request.entry, row), (field) => {
      return [{ subject, path: resultPath(result, field), note: `${request.tool} ran and left no ${field} evidence` }];
    });
    return unproven.length === 0 ? missing : [...missing, ...unproven];
  });
}

const NOTHING: readonly never[] = [];

/** What the effects of a tool demand and its row lacks, each field once. */
function lackingOf({ effects }: CatalogRow, row: ResultEvidence): readonly (keyof ResultEvidence)[] {
  const leaves = (field: keyof ResultEvidence): boolean => row[field] !== undefined;
  if (effects.every((effect) => EFFECT_EVIDENCE[effect].every(leaves))) return NOTHING;
  const demanded = new Set(effects.flatMap((effect) => EFFECT_EVIDENCE[effect]));
  return [...demanded].filter((field) => !leaves(field));
}

/** What a program printed is named by digest and nobody has it. */
function outputUnproven(result: ResultFact, values: Values): readonly Finding[] {
  if (result.row.code === undefined) return NONE;
  const { stdout, stderr, traceback } = result.row.code;
  return gather(Object.entries({ stdout, stderr, traceback }), ([name, text]) => {
    if (typeof text === "string" || values.get(text.$digest) !== undefined) return NONE;
    const path = resultPath(result, `code.${name}`);
    return [{ subject: result.id, path, note: `${text.$digest} is not among the values`, unproven: true }];
  });
}

/** The payload that was used is not the one that came back, or nobody can show it. */
export function usedPayloadUnproven({ results, wireRow }: TurnFacts): readonly Finding[] {
  return gather(results, ({ id: subject, wire, payload, use }) => {
    // A result without a use trips its own class.
    if (use === undefined) return NONE;
    const { resultDigest } = wire;
    const row = (): string => `${wireRow("toolResults", subject)}.resultDigest`;
    if (resultDigest !== undefined && payload === undefined) {
      const note = `the payload ${resultDigest} is neither in the row nor among the values`;
      return [{ subject, path: row(), note, unproven: true as const }];
    }
    if (payload?.digest !== resultDigest) {
      const note = `the payload has digest ${payload?.digest ?? "none"}, the row says ${resultDigest ?? "none"}`;
      return [{ subject, path: row(), note }];
    }
    if (use.wire.resultDigest === resultDigest) return NONE;
    const note = `the use names payload ${use.wire.resultDigest ?? "none"}, the result has ${resultDigest ?? "none"}`;
    return [{ subject, path: `${wireRow("toolUse", subject)}.resultDigest`, note }];
  });
}

/** A result nobody knows the effect of was consumed. */
export function interruptedConsumed({ results, wireRow }: TurnFacts): readonly Finding[] {
  return gather(results, ({ id: subject, row, use }) => {
    if (row.outcome !== "interrupted" || use?.wire.disposition !== "consumed") return NONE;
    const note = "an interrupted call has an unknown effect and cannot be consumed";
    return [{ subject, path: `${wireRow("toolUse", subject)}.disposition`, note }];
  });
}

/** A result was cut otherwise than the policy says, or the sizes do not add up. */
export function truncationBroken(facts: TurnFacts): readonly Finding[] {
  return gather(facts.results, (result) => {
    const { id: subject, payload, wire } = result;
    const wrong = sizeProblem(result) ?? (isShown(result) ? cutProblem(result, facts) : undefined);
    if (wrong !== undefined) return [{ subject, path: resultPath(result, wrong[0]), note: wrong[1] }];
    if (!facts.withholds || payload !== undefined || wire.resultDigest === undefined) return NONE;
    const path = resultPath(result, "payloadBytes");
    return [{ subject, path, note: "the payload was withheld, so its size is not proven", unproven: true }];
  });
}

/** A field of the row and what is wrong with it. */
type Problem = readonly [field: string, note: string];

/** What a program got never went into the model's context. */
function isShown({ request }: ResultFact): boolean {
  return request?.row.callerEdge === undefined;
}

function sizeProblem({ row, payload, wire }: ResultFact): Problem | undefined {
  // A payload that is named and not there trips its own class.
  const bytes = wire.resultDigest === undefined ? 0 : payload?.bytes;
  if (bytes === undefined || row.payloadBytes === bytes) return undefined;
  return ["payloadBytes", `the payload has ${bytes} bytes, the row says ${row.payloadBytes}`];
}

function cutProblem(result: ResultFact, { spec, values }: TurnFacts): Problem | undefined {
  const { maxBytes, keep, marker: said } = spec.truncationPolicy;
  const { payloadBytes, shownBytes, truncation: cut } = result.row;
  if (shownBytes > maxBytes) return ["shownBytes", `${shownBytes} bytes were shown, at most ${maxBytes} are allowed`];
  if (cut === undefined) {
    if (shownBytes === payloadBytes && !showsOther(result, values)) return undefined;
    return ["truncation", `${shownBytes} of ${payloadBytes} bytes were shown and nothing says what was cut`];
  }
  if (cut.totalBytes !== payloadBytes)
    return ["truncation.totalBytes", `${cut.totalBytes} bytes were cut from, the payload has ${payloadBytes}`];
  if (cut.headBytes + cut.tailBytes > cut.totalBytes) return ["truncation", "head and tail are more than the payload"];
  const kept = cut.headBytes + cut.tailBytes + cut.markerBytes;
  if (kept !== shownBytes) return ["truncation", `head, tail and marker are ${kept} bytes, ${shownBytes} were shown`];
  if (keep === "head" && cut.tailBytes > 0) return ["truncation.tailBytes", "the policy keeps the head only"];
  if (keep === "tail" && cut.headBytes > 0) return ["truncation.headBytes", "the policy keeps the tail only"];
  const marker = markerOf(said, cut.sha256);
  if (cut.markerBytes !== utf8Length(marker)) return ["truncation.markerBytes", "the marker is not the policy's"];
  // Where the marker says where the rest is, it is there.
  if (marker !== said && result.payload !== undefined && cut.sha256 !== wholeDigest(result.payload))
    return ["truncation.sha256", "it is not the digest of the payload's text"];
  const text = result.payload?.text;
  const shown = showsPayload(result) ? text : values.get(result.render?.reminderRenderDigest ?? "");
  // A text that nobody has, or of another size, trips its own class.
  if (typeof shown !== "string" || text === undefined || utf8Length(shown) !== shownBytes) return undefined;
  if (shown === cutText(text, cut, marker)) return undefined;
  return ["truncation", "what was shown is not the head, the marker and the tail of the payload"];
}

/** The digest of a payload as text: of what is no text, that of its canonical form. */
function wholeDigest({ textDigest, digest }: PayloadFact): string {
  return textDigest ?? digest;
}

/** Whether the model is known to have seen another text of the payload's size. What is not known trips its own class. */
function showsOther({ payload, render, row, wire }: ResultFact, values: Values): boolean {
  if (payload === undefined || render === undefined || payload.digest !== wire.resultDigest) return false;
  if (showsPayload({ payload, render })) return false;
  const shown = values.get(render.reminderRenderDigest);
  return typeof shown === "string" && utf8Length(shown) === row.shownBytes;
}

/** Whether what the model saw is the whole payload, uncut. */
function showsPayload({ payload, render }: Pick<ResultFact, "payload" | "render">): boolean {
  if (payload === undefined || render === undefined) return false;
  const { reminderRenderDigest } = render;
  return reminderRenderDigest === payload.digest || reminderRenderDigest === payload.textDigest;
}

/** What a cut leaves of a text. A cut inside a character leaves another text than any that was shown. */
function cutText(
  text: string,
  {
    headBytes,
    tailBytes,
    totalBytes,
  }: { readonly headBytes: number; readonly tailBytes: number; readonly totalBytes: number },
  marker: string,
): string {
  return text.slice(0, indexOfByte(text, headBytes)) + marker + text.slice(indexOfByte(text, totalBytes - tailBytes));
}

/** A row that shows that something ran, whatever its outcome says and whatever its tool was said to do. */
export function leftTraces(row: ResultEvidence): boolean {
  return (
    row.shell !== undefined || row.surface !== undefined || row.code !== undefined || (row.artifacts ?? []).length > 0
  );
}

/** Where a result stands in `evidence.tusk`. */
export function resultPath(result: ResultFact, field: string): string {
  return `evidence.tusk.results[${result.at}].${field}`;
}
