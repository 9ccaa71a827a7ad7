import { digestText, type Sha256 } from "../digest/digest.ts";
import { present, trimmed } from "../evidence/text.ts";
import { normalizeRefs } from "../evidence/fields.ts";
import { parseTimestamp, type Timestamp } from "../issues/timestamp.ts";
import { compactText } from "../json/compact.ts";
import { struct, type StructOf } from "../json/shape.ts";

/** The kind of a trajectory row. */
export const STEP_KIND = "premath.harness.step.v1";

/** How one step of the harness ended; lists are never empty, moments are as they were written (contract 2.5). */
export interface TrajectoryRow {
  readonly schema: 1;
  readonly stepKind: typeof STEP_KIND;
  readonly stepId: string;
  readonly issueId?: string;
  readonly action: string;
  readonly resultClass: string;
  readonly instructionRefs?: readonly string[];
  readonly witnessRefs?: readonly string[];
  readonly lineageRefs?: readonly string[];
  readonly startedAt?: string;
  readonly finishedAt: string;
}

/** What a step says of itself, before it is a row. */
export interface TrajectoryDraft {
  readonly stepId: string;
  readonly issueId?: string | null;
  readonly action: string;
  readonly resultClass: string;
  readonly instructionRefs?: readonly string[];
  readonly witnessRefs?: readonly string[];
  readonly lineageRefs?: readonly string[];
  readonly startedAt?: string | null;
  readonly finishedAt: string;
}

/** A row as it was written. */
export interface TrajectoryWire extends TrajectoryDraft {
  readonly schema: number;
  readonly stepKind: string;
}

const NEEDED = { presence: "required", shape: { kind: "string" } } as const;
const MAYBE = { presence: "optional", shape: { kind: "string" } } as const;
const REFS = { presence: "defaulted", shape: { kind: "list", of: { kind: "string" } } } as const;

/** The form of a row, in its file's order and with the reference's name for its error texts. */
export const TRAJECTORY: StructOf<TrajectoryWire> = struct<TrajectoryWire>("HarnessTrajectoryRow", {
  schema: { presence: "required", shape: { kind: "integer", name: "u64", least: 0, most: Number.MAX_SAFE_INTEGER } },
  stepKind: NEEDED,
  stepId: NEEDED,
  issueId: MAYBE,
  action: NEEDED,
  resultClass: NEEDED,
  instructionRefs: REFS,
  witnessRefs: REFS,
  lineageRefs: REFS,
  startedAt: MAYBE,
  finishedAt: NEEDED,
});

/** A row with the instant it finished at, or the contract's reason why it is none. */
export type RowReading =
  | { readonly ok: true; readonly row: TrajectoryRow; readonly at: Timestamp }
  | { readonly ok: false; readonly reason: string };

type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** The row that a draft means: texts trimmed, refs sorted, blank ones gone; the first thing that is wrong is named (contract 2.5). Never throws. */
export function normalizeTrajectoryRow(draft: TrajectoryDraft): RowReading {
  const row: Draft<TrajectoryRow> = {
    schema: 1,
    stepKind: STEP_KIND,
    stepId: trimmed(draft.stepId),
    action: trimmed(draft.action),
    resultClass: trimmed(draft.resultClass),
    finishedAt: trimmed(draft.finishedAt),
  };
  for (const name of ["stepId", "action", "resultClass", "finishedAt"] as const)
    if (row[name] === "") return refused(`${name} must be non-empty`);
  const at = parseTimestamp(row.finishedAt);
  if (at === undefined) return refused(`finishedAt must be RFC3339: ${row.finishedAt}`);
  const startedAt = present(draft.startedAt);
  if (startedAt !== undefined && parseTimestamp(startedAt) === undefined)
    return refused(`startedAt must be RFC3339: ${startedAt}`);
  takeOptional(row, draft, startedAt);
  return { ok: true, row, at };
}

/** Assigned, not spread: a million rows are read when an index is built. */
function takeOptional(row: Draft<TrajectoryRow>, draft: TrajectoryDraft, startedAt: string | undefined): void {
  const issueId = present(draft.issueId);
  if (issueId !== undefined) row.issueId = issueId;
  for (const name of ["instructionRefs", "witnessRefs", "lineageRefs"] as const) {
    const given = draft[name];
    const refs = given === undefined || given.length === 0 ? undefined : normalizeRefs(given);
    if (refs !== undefined) row[name] = refs;
  }
  if (startedAt !== undefined) row.startedAt = startedAt;
}

/** {@link normalizeTrajectoryRow} for a row that was read: its schema and kind are looked at first. */
export function normalizeWire(wire: TrajectoryWire): RowReading {
  if (wire.schema !== 1) return refused(`schema mismatch (expected=1, actual=${wire.schema})`);
  if (wire.stepKind !== STEP_KIND && trimmed(wire.stepKind) !== STEP_KIND)
    return refused(`stepKind mismatch (expected=${STEP_KIND}, actual=${wire.stepKind})`);
  return normalizeTrajectoryRow(wire);
}

/** The row's line without newline, members in the contract's order; reading it gives the row back. */
export function writeTrajectoryRow(row: TrajectoryRow): string {
  let line = `{"schema":1,"stepKind":"${STEP_KIND}","stepId":${compactText(row.stepId)}`;
  if (row.issueId !== undefined) line += `,"issueId":${compactText(row.issueId)}`;
  line += `,"action":${compactText(row.action)},"resultClass":${compactText(row.resultClass)}`;
  for (const name of ["instructionRefs", "witnessRefs", "lineageRefs"] as const) {
    const refs = row[name];
    if (refs !== undefined) line += `,"${name}":[${refs.map(compactText).join(",")}]`;
  }
  if (row.startedAt !== undefined) line += `,"startedAt":${compactText(row.startedAt)}`;
  return `${line},"finishedAt":${compactText(row.finishedAt)}}`;
}

/** The digest of what a row says, by its line. */
export function trajectoryRowDigest(row: TrajectoryRow, sha256: Sha256): string {
  return digestText(sha256, writeTrajectoryRow(row));
}

function refused(reason: string): RowReading {
  return { ok: false, reason };
}
