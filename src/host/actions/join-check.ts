import {
  type JoinCheckInput,
  type JoinCheckPayload,
  joinCheckPayload,
  type JoinReport,
  judgeJoin,
  judgeJoinAndMutation,
  type MutationReport,
  problemText,
  readJson,
  readTurn,
  refuseDuplicates,
  type ValueLookup,
} from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { folderOfValues, missingFolder } from "../values-folder.ts";

/** A judged file, and the payload that `--json` prints. */
export interface JoinCheckData {
  readonly input: string;
  readonly report: JoinReport;
  readonly mutation: MutationReport | undefined;
  readonly payload: () => JoinCheckPayload;
  readonly checks: boolean;
}

/** Reads, normalises, digests and judges one evidence file (K13). Refused turns are answers; unusable files are not. */
export function run(args: Arguments, ports: HostPorts): Outcome<JoinCheckData> {
  const path = args.values.get("input") ?? "";
  const input = ports.readInput(path);
  if (!input.ok) return invalid(`failed to read input ${path}: ${input.reason}`);
  const reading = readTurn(input.bytes, ports.utf8);
  if (!reading.ok) return invalid(`failed to parse input json ${path}: ${problemText(reading.problem)}`);
  const folder = args.values.get("values");
  const missing = folder === undefined ? undefined : missingFolder(folder, ports);
  if (missing !== undefined) return invalid(missing);
  const options = folder === undefined ? {} : { values: folderOfValues(folder, ports) };
  const judgement = judge(reading.value, args.values.get("mutation"), options, ports);
  if (!judgement.ok) return invalid(judgement.reason);
  const { report, mutation } = judgement;
  const checks = args.switches.has("checks");
  const payload = (): JoinCheckPayload =>
    joinCheckPayload(report, mutation === undefined ? { checks } : { checks, mutation });
  return { ok: true, data: { input: path, report, mutation, checks, payload } };
}

type Judged =
  | { readonly ok: true; readonly report: JoinReport; readonly mutation: MutationReport | undefined }
  | { readonly ok: false; readonly reason: string };

/** The turn alone, or with the mutation that a second file asks for. */
function judge(
  input: JoinCheckInput,
  mutationPath: string | undefined,
  options: { readonly values?: ValueLookup },
  ports: HostPorts,
): Judged {
  if (mutationPath === undefined) {
    const judgement = judgeJoin(input, ports.sha256, options);
    return judgement.ok ? { ok: true, report: judgement.report, mutation: undefined } : judgement;
  }
  const file = ports.readInput(mutationPath);
  if (!file.ok) return { ok: false, reason: `failed to read mutation ${mutationPath}: ${file.reason}` };
  const reading = refuseDuplicates(readJson(file.bytes, ports.utf8));
  if (!reading.ok)
    return { ok: false, reason: `failed to parse mutation json ${mutationPath}: ${problemText(reading.problem)}` };
  return judgeJoinAndMutation(input, reading.value, ports.sha256, options);
}

function invalid(reason: string): Outcome<JoinCheckData> {
  return { ok: false, message: `harness_join_check_invalid: ${reason}` };
}
