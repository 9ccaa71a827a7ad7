import {
  type CheckRow,
  JOIN_CHECK_INPUT,
  type JoinCheckInput,
  type Json,
  judgeFull,
  judgeMutation,
  MUTATION_INPUT,
  type MutationInput,
  normalizeEvidence,
  problemText,
  readStruct,
  refuseDuplicates,
} from "#kernel";
import { sha256, utf8 } from "#platform";
import { struct } from "../src/kernel/json/shape.ts";
import { findMisfit } from "../src/kernel/schema/misfit.ts";

/** One finding as a vector lists it. */
export interface ListedViolation {
  readonly class: string;
  readonly subject: string;
  readonly path: string;
}

/** A vector's file: a turn, for stage M the mutation it asks for, and everything that must trip. */
export interface Vector {
  readonly class: string;
  readonly why: string;
  readonly input: JoinCheckInput;
  readonly mutation?: Json;
  readonly violations: readonly ListedViolation[];
}

const TEXT = { presence: "required", shape: { kind: "string" } } as const;
const VIOLATION = struct<ListedViolation>("Violation", { class: TEXT, subject: TEXT, path: TEXT });
const VECTOR = struct<Vector>("Vector", {
  class: TEXT,
  why: TEXT,
  input: { presence: "required", shape: JOIN_CHECK_INPUT },
  mutation: { presence: "optional", shape: { kind: "free" } },
  violations: { presence: "required", shape: { kind: "list", of: VIOLATION } },
});

/** How each class ended, or why the input cannot be judged. */
export type Judged =
  | {
      readonly ok: true;
      readonly accepted: boolean;
      readonly evidenceDigest: string;
      readonly checks: readonly CheckRow[];
    }
  | { readonly ok: false; readonly reason: string };

/** A vector with what the gate makes of it, or the reason why there is nothing to make of it. */
export type VectorVerdict =
  | (Extract<Judged, { ok: true }> & { readonly vector: Vector; readonly violations: readonly ListedViolation[] })
  | Extract<Judged, { ok: false }>;

/** Judges one vector file in the `full` profile: the join, and with a mutation the stage after it. */
export function judgeVector(text: string): VectorVerdict {
  const reading = refuseDuplicates(readStruct(utf8.encode(text), VECTOR, utf8));
  if (!reading.ok) return { ok: false, reason: problemText(reading.problem) };
  const vector = reading.value;
  const judged = judgeWithMutation(vector.input, vector.mutation ?? undefined);
  return judged.ok ? { ...judged, vector, violations: violationsOf(judged.checks) } : judged;
}

/** Judges a turn and, when the join is accepted, its mutation; the rows of stage M then stand for their classes. */
export function judgeWithMutation(input: JoinCheckInput, given?: Json): Judged {
  const normalization = normalizeEvidence(input.evidence, sha256);
  if (!normalization.ok) return normalization;
  const judged = judgeFull({ input, tusk: input.evidence.tusk ?? null, normalization }, sha256);
  if (!judged.ok) return judged;
  const { accepted, checks, evidenceDigest } = judged.report;
  if (given === undefined || !accepted) return { ok: true, accepted, evidenceDigest, checks };
  const mutation = readMutation(given);
  if (typeof mutation === "string") return { ok: false, reason: mutation };
  const rows = judgeMutation(judged.facts, mutation, evidenceDigest);
  const ofStage = new Map(rows.map((row) => [row.class, row]));
  const holds = rows.every((row) => row.outcome === "held" || row.outcome === "not_due");
  return { ok: true, accepted: holds, evidenceDigest, checks: checks.map((row) => ofStage.get(row.class) ?? row) };
}

/** Every finding of every class that tripped, in report order. */
export function violationsOf(checks: readonly CheckRow[]): readonly ListedViolation[] {
  return checks.flatMap((row) => {
    if (row.outcome !== "tripped") return [];
    return row.findings.map(({ subject, path }) => ({ class: row.class, subject, path }));
  });
}

/** A mutation input of the right form, or what is wrong with it. */
function readMutation(given: Json): MutationInput | string {
  const misfit = findMisfit(given, MUTATION_INPUT.node, "mutation");
  // Earned: the form names every field and refuses all others.
  return misfit === undefined ? (given as unknown as MutationInput) : `${misfit.path} ${misfit.problem}`;
}
