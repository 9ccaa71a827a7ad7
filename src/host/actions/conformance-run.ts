import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { CONFORMANCE_SUITES } from "../conformance.ts";

/** A case that came out otherwise than expected. */
export interface CaseFailure {
  readonly path: string;
  readonly why: string;
}

/** What one suite came to. */
export interface SuiteReport {
  readonly suite: string;
  readonly passed: number;
  readonly failures: readonly CaseFailure[];
}

/** What the suites came to. */
export interface ConformanceData {
  readonly suites: readonly SuiteReport[];
}

/** Judges every case of the suites that came with the program; a failed case is a refusal (exit 1). */
export function run(args: Arguments, ports: HostPorts): Outcome<ConformanceData> {
  const wanted = args.values.get("suite");
  const suites = CONFORMANCE_SUITES.filter(({ suite }) => wanted === undefined || suite === wanted).map(
    ({ suite, run: runSuite }) => report(suite, runSuite(ports)),
  );
  const empty = suites.find((suite) => suite.passed + suite.failures.length === 0);
  if (empty !== undefined)
    return {
      ok: false,
      message: `error: the suite ${empty.suite} has no cases; the conformance folder is not installed`,
    };
  const failed = suites.some((suite) => suite.failures.length > 0);
  return failed ? { ok: true, data: { suites }, exit: 1 } : { ok: true, data: { suites } };
}

function report(suite: string, results: readonly CaseResult[]): SuiteReport {
  const failures = results.flatMap(({ path, why }) => (why === undefined ? [] : [{ path, why }]));
  return { suite, passed: results.length - failures.length, failures };
}

/** One judged case; `why` is there when it came out otherwise than expected. */
export interface CaseResult {
  readonly path: string;
  readonly why: string | undefined;
}
