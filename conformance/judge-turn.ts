import {
  type CheckRow,
  JOIN_CHECK_INPUT,
  type JoinCheckInput,
  type Json,
  judgeJoin,
  problemText,
  readJsonText,
  readStruct,
  refuseDuplicates,
} from "#kernel";
import { sha256, utf8 } from "#platform";
import { judgeWithMutation } from "./judge-vector.ts";

/** What a whole turn comes to, in the words of `expected.json`. */
export interface TurnOutcome {
  readonly result: "accepted" | "rejected" | "withheld" | "unusable";
  readonly failureClasses: readonly string[];
  /** Classes that a zero-retention mode keeps from being proven. */
  readonly withheld?: readonly string[];
  /** Of a rejected turn: whether the loop may go on. */
  readonly answer?: string;
  /** Of a turn that was accepted or withheld. */
  readonly evidenceDigest?: string;
  /** Why nothing could be judged. */
  readonly reason?: string;
}

/** Judges one turn file in the `full` profile, with the mutation that stands beside it where there is one. */
export function judgeTurn(text: string, mutation?: string): TurnOutcome {
  const reading = refuseDuplicates(readStruct(utf8.encode(text), JOIN_CHECK_INPUT, utf8));
  if (!reading.ok) return unusable(problemText(reading.problem));
  const given = mutation === undefined ? undefined : readMutation(mutation);
  const judged = judgeWithMutation(reading.value, given);
  if (!judged.ok) return unusable(judged.reason);
  const { accepted, checks, evidenceDigest } = judged;
  const tripped = checks.filter((row) => row.outcome === "tripped");
  const failureClasses = tripped.map((row) => row.class).toSorted();
  if (tripped.length > 0) return { result: "rejected", failureClasses, answer: answerOf(tripped) };
  if (accepted) return { result: "accepted", failureClasses, evidenceDigest };
  const withheld = checks.filter((row) => row.outcome === "withheld").map((row) => row.class);
  return { result: "withheld", failureClasses, withheld, evidenceDigest };
}

/** Whether the reference's rules accept a turn from which `evidence.tusk` was taken out. */
export function referenceAccepts(text: string): boolean {
  const reading = readStruct(utf8.encode(text), JOIN_CHECK_INPUT, utf8);
  if (!reading.ok) return false;
  const { tusk: _tusk, ...evidence } = reading.value.evidence;
  const input: JoinCheckInput = { ...reading.value, evidence };
  const judgement = judgeJoin(input, sha256);
  return judgement.ok && judgement.report.profile === "reference" && judgement.report.accepted;
}

function answerOf(tripped: readonly CheckRow[]): "stop" | "continue" {
  return tripped.every((row) => row.outcome === "tripped" && row.answer === "continue") ? "continue" : "stop";
}

function readMutation(text: string): Json {
  const reading = refuseDuplicates(readJsonText(text, utf8));
  if (!reading.ok) throw new Error(`the mutation is no JSON: ${problemText(reading.problem)}`);
  return reading.value;
}

function unusable(reason: string): TurnOutcome {
  return { result: "unusable", failureClasses: [], reason };
}
