import {
  JOIN_CHECK_INPUT,
  type JoinCheckPayload,
  joinCheckPayload,
  type JoinReport,
  judgeJoin,
  problemText,
  readStruct,
} from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";

/** A judged file, and the payload that `--json` prints. */
export interface JoinCheckData {
  readonly input: string;
  readonly report: JoinReport;
  readonly payload: () => JoinCheckPayload;
  readonly checks: boolean;
}

/** Reads, normalises, digests and judges one evidence file (K13). Refused turns are answers; unusable files are not. */
export function run(args: Arguments, ports: HostPorts): Outcome<JoinCheckData> {
  const path = args.values.get("input") ?? "";
  const input = ports.readInput(path);
  if (!input.ok) return invalid(`failed to read input ${path}: ${input.reason}`);
  const reading = readStruct(input.bytes, JOIN_CHECK_INPUT, ports.utf8);
  if (!reading.ok) return invalid(`failed to parse input json ${path}: ${problemText(reading.problem)}`);
  const judgement = judgeJoin(reading.value, ports.sha256);
  if (!judgement.ok) return invalid(judgement.reason);
  const { report } = judgement;
  const checks = args.switches.has("checks");
  return { ok: true, data: { input: path, report, checks, payload: () => joinCheckPayload(report, { checks }) } };
}

function invalid(reason: string): Outcome<JoinCheckData> {
  return { ok: false, message: `harness_join_check_invalid: ${reason}` };
}
