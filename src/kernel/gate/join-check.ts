import { NotJsonError } from "../digest/canonical.ts";
import type { Sha256 } from "../digest/digest.ts";
import { sortedByCodePoint } from "../digest/order.ts";
import { evidenceDigest } from "../evidence/evidence-digest.ts";
import { type Normalization, normalizeEvidence } from "../evidence/normalize.ts";
import type { NormalizedEvidence } from "../evidence/normalized.ts";
import { pairWithWire, readTusk } from "../evidence/read-tusk.ts";
import { NotNormal } from "../evidence/rows.ts";
import type { ValueLookup } from "../evidence/values.ts";
import type { JoinCheckInput } from "../evidence/wire.ts";
import type { Json } from "../json/value.ts";
import { turnFacts } from "./build-facts.ts";
import { FAIL_CLASSES, FULL_CLASSES, REFERENCE_CLASSES, type FailClass } from "./classes.ts";
import type { Origin, TurnFacts } from "./facts.ts";
import type { Answer, WireFacts } from "./rule.ts";
import { type CheckRow, runRules, type StageEvidence } from "./run.ts";
import { FAIL_CLOSED, referenceRule } from "./table.ts";

/** A judged turn: verdict, every class that tripped, the normalised evidence, and how each class ended. */
export interface JoinReport {
  readonly profile: "reference" | "full";
  /** In the `full` profile: every rule that is due was seen to hold. */
  readonly accepted: boolean;
  /** Sorted by code point, without repeats. */
  readonly failureClasses: readonly string[];
  readonly normalized: NormalizedEvidence;
  readonly checks: readonly CheckRow[];
  /** The `full` profile only: what witnesses and permits bind. */
  readonly evidenceDigest?: string;
  /** The `full` profile only, when refused: whether the loop may go on (DESIGN 17). */
  readonly answer?: Answer;
}

/** A report, or the reason why the evidence cannot be judged at all (contract 1.2: unusable input is no verdict). */
export type JoinJudgement =
  | { readonly ok: true; readonly report: JoinReport }
  | { readonly ok: false; readonly reason: string };

/** Where values live that are not in the file, and whether the turn is live or stored. */
export interface JudgeOptions {
  readonly values?: ValueLookup;
  readonly origin?: Origin;
}

/**
 * Judges one turn, all rules, all violations, computed from the evidence (K07, K13): in the `full` profile when it
 * carries `evidence.tusk`, else in the `reference` profile.
 */
export function judgeJoin(input: JoinCheckInput, sha256: Sha256, options: JudgeOptions = {}): JoinJudgement {
  const normalization = normalizeEvidence(input.evidence, sha256);
  if (!normalization.ok) return normalization;
  const tusk = input.evidence.tusk ?? null;
  if (tusk === null) return { ok: true, report: referenceReport(input, normalization.evidence) };
  const judged = judgeFull({ input, tusk, normalization }, sha256, options);
  return judged.ok ? { ok: true, report: judged.report } : judged;
}

/** A turn with its `evidence.tusk`. */
export interface FullTurn {
  readonly input: JoinCheckInput;
  readonly tusk: Json;
  readonly normalization: Extract<Normalization, { ok: true }>;
}

/** A full report and the facts it was computed from, for the stage after the join. */
export type FullJudgement =
  | { readonly ok: true; readonly report: FullReport; readonly facts: TurnFacts }
  | { readonly ok: false; readonly reason: string };

/** Judges in the `full` profile: nothing is skipped, and what a policy demands and the evidence lacks, trips. */
export function judgeFull(turn: FullTurn, sha256: Sha256, options: JudgeOptions = {}): FullJudgement {
  const { input, normalization } = turn;
  const normalized = normalization.evidence;
  try {
    const read = readTusk(turn.tusk, sha256, options.values);
    const paired = pairWithWire(read, normalized, input.evidence, sha256);
    const facts = turnFacts({ input, normalization, read, paired, origin: options.origin ?? "stored" }, sha256);
    const checks = checksOn(facts);
    return {
      ok: true,
      report: fullReport(checks, normalized, evidenceDigest(normalized, read, paired, sha256)),
      facts,
    };
  } catch (stop) {
    if (!(stop instanceof NotNormal || stop instanceof NotJsonError)) throw stop;
    return { ok: false, reason: stop.message };
  }
}

type FullReport = JoinReport & { readonly evidenceDigest: string };

/** The report on facts, every class listed; `normalized` and `digest` are of the evidence that they are of. */
export function reportOf(facts: TurnFacts, normalized: NormalizedEvidence, digest: string): FullReport {
  return fullReport(checksOn(facts), normalized, digest);
}

function checksOn(facts: TurnFacts): readonly CheckRow[] {
  const evidence = { wire: facts, requests: facts, guard: facts, join: facts };
  return FAIL_CLASSES.map((failClass) => checkClass(failClass, evidence, facts.withholds));
}

function fullReport(checks: readonly CheckRow[], normalized: NormalizedEvidence, digest: string): FullReport {
  return { ...fullVerdict(checks), profile: "full", normalized, checks, evidenceDigest: digest };
}

/** How one class ends in the `full` profile. Rules of a stage that has no evidence yet are not due. */
export function checkClass(failClass: FailClass, evidence: StageEvidence, withheld: boolean): CheckRow {
  const rules = FAIL_CLOSED[failClass].full;
  if (rules.every((rule) => !(rule.stage in evidence)))
    return { class: failClass, outcome: "not_due", why: "it is judged with a mutation" };
  const { findings, answer, idle } = runRules(rules, evidence);
  if (idle !== undefined) return { class: failClass, outcome: "not_due", why: idle };
  if (findings.length === 0) return { class: failClass, outcome: "held" };
  if (withheld && findings.every((finding) => finding.unproven))
    return { class: failClass, outcome: "withheld", findings };
  return { class: failClass, outcome: "tripped", findings, answer };
}

/** What the rows of a full run come to. */
export function fullVerdict(checks: readonly CheckRow[]): Pick<JoinReport, "accepted" | "failureClasses" | "answer"> {
  const tripped = checks.flatMap((row) => (row.outcome === "tripped" ? [row] : []));
  const failureClasses = sortedByCodePoint(tripped.map((row) => row.class));
  const proven = checks.every((row) => row.outcome === "held" || row.outcome === "not_due");
  if (tripped.length === 0) return { accepted: proven, failureClasses };
  return {
    accepted: false,
    failureClasses,
    answer: tripped.some((row) => row.answer === "stop") ? "stop" : "continue",
  };
}

function referenceReport(input: JoinCheckInput, normalized: NormalizedEvidence): JoinReport {
  const wire = { input, evidence: normalized };
  const checks = [...REFERENCE_CLASSES.map((failClass) => checkReference(failClass, wire)), ...NOT_IN_REFERENCE];
  const failureClasses = sortedByCodePoint(checks.flatMap((row) => (row.outcome === "tripped" ? [row.class] : [])));
  return { profile: "reference", accepted: failureClasses.length === 0, failureClasses, normalized, checks };
}

function checkReference(failClass: (typeof REFERENCE_CLASSES)[number], wire: WireFacts): CheckRow {
  const { findings, idle } = runRules([referenceRule(failClass)], { wire });
  if (idle !== undefined) return { class: failClass, outcome: "skipped", why: idle };
  return findings.length === 0
    ? { class: failClass, outcome: "held" }
    : { class: failClass, outcome: "tripped", findings };
}

const NOT_IN_REFERENCE: readonly CheckRow[] = FULL_CLASSES.map((failClass) => {
  return { class: failClass, outcome: "skipped", why: "evidence.tusk is absent" } as const;
});
