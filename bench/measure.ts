import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** One sample: milliseconds, and for processes the peak memory in bytes. */
export interface Sample {
  readonly ms: number;
  readonly peakBytes: number | undefined;
}

/** What a case measures: one run of the work, timed from outside. Throws when the work fails: errors always count. */
export type Work = () => Sample;

/** Times one call in this process. */
export function inProcess(work: () => void): Work {
  return () => {
    const start = performance.now();
    work();
    return { ms: performance.now() - start, peakBytes: undefined };
  };
}

const PEAK_PROBE = fileURLToPath(new URL("peak-memory.cjs", import.meta.url));

/** Times one process from start to exit, output thrown away. */
export function asProcess(command: string, args: readonly string[], expected = 0): Work {
  return () => {
    const start = performance.now();
    const { status, stderr } = spawnSync(command, args, { stdio: ["ignore", "ignore", "pipe"], encoding: "utf8" });
    const ms = performance.now() - start;
    if (status !== expected) throw new Error(`${command} ${args.join(" ")} ended with ${status}: ${stderr}`);
    return { ms, peakBytes: undefined };
  };
}

/** Peak memory of one process in bytes, as the kernel counted it at its end. */
export function peakOf(args: readonly string[]): number {
  const { status, output } = spawnSync(process.execPath, ["--require", PEAK_PROBE, ...args], {
    stdio: ["ignore", "ignore", "inherit", "pipe"],
    encoding: "utf8",
  });
  const kilobytes = Number(output[3]);
  if (status !== 0 || !Number.isFinite(kilobytes) || kilobytes <= 0)
    throw new Error(`no peak memory of ${args.join(" ")}`);
  return kilobytes * 1024;
}

/** The value below which `share` of the samples lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** Makes it when it is first asked for: the short run needs none of it. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
