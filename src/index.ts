import {
  canonicalJson,
  type Digest,
  digestJson,
  type Json,
  JOIN_CHECK_INPUT,
  type JoinReport,
  judgeJoin,
  problemText,
  readJson,
  readJsonText,
  readStruct,
  type Reading,
} from "#kernel";
import { sha256, utf8 } from "#platform";

export { Float, NotJsonError } from "#kernel";
export type {
  CheckRow,
  Digest,
  DuplicateKey,
  FailClass,
  Finding,
  JoinReport,
  Json,
  JsonNumber,
  JsonObject,
  JsonProblem,
  Reading,
} from "#kernel";

/** Reads JSON strictly: numbers kept exactly, repeated keys reported, problems with line and column. Never throws. */
export function parseJson(source: string | Uint8Array): Reading<Json> {
  return typeof source === "string" ? readJsonText(source, utf8) : readJson(source, utf8);
}

/** The canonical text of a value: equal values give equal text. Throws `NotJsonError` for what JSON cannot say. */
export function canonical(value: Json): string {
  return canonicalJson(value);
}

/** The canonical digest of a value, `sha256:` and 64 hex digits. */
export function digest(value: Json): Digest {
  return digestJson(sha256, value);
}

/** A judged turn, or why the evidence cannot be judged. */
export type Judgement =
  | { readonly ok: true; readonly report: JoinReport }
  | { readonly ok: false; readonly reason: string };

/** Judges the evidence of one turn, as `harness-join-check` does with a file. Never throws. */
export function judgeTurn(source: string | Uint8Array): Judgement {
  const bytes = typeof source === "string" ? utf8.encode(source) : source;
  const reading = readStruct(bytes, JOIN_CHECK_INPUT, utf8);
  return reading.ok ? judgeJoin(reading.value, sha256) : { ok: false, reason: problemText(reading.problem) };
}
