export { canonicalJson, NotJsonError } from "./digest/canonical.ts";
export {
  type Digest,
  digestIn,
  digestJson,
  digestMultiset,
  digestText,
  parseDigest,
  type Sha256,
} from "./digest/digest.ts";
export { byCodePoint } from "./digest/order.ts";
export { normalizeEvidence, type Normalization } from "./evidence/normalize.ts";
export type { NormalizedEvidence } from "./evidence/normalized.ts";
export { JOIN_CHECK_INPUT, type JoinCheckInput, type TypestateEvidenceInput } from "./evidence/wire.ts";
export { type FailClass, FULL_CLASSES, REFERENCE_CLASSES, type ReferenceClass } from "./gate/classes.ts";
export { type JoinJudgement, type JoinReport, judgeJoin } from "./gate/join-check.ts";
export { type JoinCheckPayload, joinCheckPayload, type JoinWitness } from "./gate/join-witness.ts";
export type { Finding } from "./gate/rule.ts";
export type { CheckRow } from "./gate/run.ts";
export { FAIL_CLOSED } from "./gate/table.ts";
export { type DuplicateKey, type JsonProblem, problemText, type Reading } from "./json/problem.ts";
export { readJson, readJsonText, readStruct, refuseDuplicates } from "./json/read.ts";
export type { Utf8 } from "./json/utf8.ts";
export { Float, isJsonObject, type Json, type JsonNumber, type JsonObject } from "./json/value.ts";
