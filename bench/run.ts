// `npm run bench [-- --short | --record | --only=<part of a name>]`: every case against a baseline of the same run, in interleaved rounds (G08).
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { digestJson } from "#kernel";
import { sha256 } from "#platform";
import { type Case, makeCases } from "./cases.ts";
import { percentile } from "./measure.ts";
import { type Baseline, judgeCase, type Mark, type Round, type SignOff, worstOf } from "./verdict.ts";

const ROUNDS = 3;
const BASELINE = new URL("baseline.json", import.meta.url);
const SIGN_OFFS = new URL("signoff.json", import.meta.url);

// `prebench` has just made the bundle: what is measured is what the published package does.
process.env["TUSK_BUNDLE"] = "just-made";

const short = process.argv.includes("--short");
const record = process.argv.includes("--record");

interface Measured {
  readonly rounds: Round[];
  readonly times: number[];
  readonly baselineTimes: number[];
}

/** One round of one case: work and baseline in turns, so that both see the same machine. */
function round(one: Case, measured: Measured): void {
  const mine: number[] = [];
  const theirs: number[] = [];
  warmUp(one);
  for (let at = 0; at < one.samples; at++) {
    theirs.push(one.baseline().ms);
    mine.push(one.work().ms);
  }
  measured.times.push(...mine);
  measured.baselineTimes.push(...theirs);
  measured.rounds.push({
    p50: percentile(mine, 0.5) / percentile(theirs, 0.5),
    // Against the baseline's median: two tails divided by each other say more of the machine than of the work.
    p95: percentile(mine, 0.95) / percentile(theirs, 0.5),
    peakBytes: one.peak?.measure(),
  });
}

function warmUp(one: Case): void {
  for (let at = 0; at < (one.bytes < 5_000 ? 50 : 3); at++) {
    if (one.baselineName.startsWith("node") && at > 0) return;
    one.baseline();
    one.work();
  }
}

function readBaseline(): Baseline | undefined {
  return existsSync(BASELINE) ? (JSON.parse(readFileSync(BASELINE, "utf8")) as Baseline) : undefined;
}

function row(one: Case, { rounds, times, baselineTimes }: Measured): string {
  const ratio = (pick: (round: Round) => number) => Math.min(...rounds.map(pick)).toFixed(2);
  const peak = rounds[0]?.peakBytes;
  return [
    one.name.padEnd(26),
    `${(one.bytes / 1e6).toFixed(2)} MB`.padStart(9),
    `p50 ${percentile(times, 0.5).toFixed(2)} ms`.padStart(15),
    `p95 ${percentile(times, 0.95).toFixed(2)} ms`.padStart(15),
    `x ${ratio((r) => r.p50)}`.padStart(8),
    `p95 x ${ratio((r) => r.p95)}`.padStart(11),
    one.goal === undefined ? "".padStart(10) : `goal ${one.goal}`.padStart(10),
    peak === undefined ? "" : `peak ${(peak / 1e6).toFixed(0)} MB of ${((one.peak?.most ?? 0) / 1e6).toFixed(0)}`,
    `(${one.baselineName} ${percentile(baselineTimes, 0.5).toFixed(2)} ms)`,
  ].join("  ");
}

const { cases: all, dispose } = makeCases({ short });
const only = process.argv.find((word) => word.startsWith("--only="))?.slice("--only=".length) ?? "";
const cases = all.filter((one) => (!short || one.short) && one.name.includes(only));
const baseline = record ? undefined : readBaseline();
const signOffs = JSON.parse(readFileSync(SIGN_OFFS, "utf8")) as readonly SignOff[];
const measured = new Map<Case, Measured>(cases.map((one) => [one, { rounds: [], times: [], baselineTimes: [] }]));
let failed = 0;
try {
  for (let at = 1; at <= ROUNDS; at++) {
    process.stderr.write(`round ${at} of ${ROUNDS}\n`);
    for (const [one, results] of measured) round(one, results);
  }
} finally {
  dispose();
}
for (const [one, results] of measured) {
  console.log(row(one, results));
  const remarks = judgeCase({
    name: one.name,
    rounds: results.rounds,
    baseline,
    goal: one.goal,
    missedGoal: short ? "warn" : "fail",
    signOffs,
  });
  const over = results.rounds.filter(
    ({ peakBytes }) => peakBytes !== undefined && peakBytes > (one.peak?.most ?? Infinity),
  );
  if (over.length === ROUNDS)
    console.log(`  fail: peak memory above ${((one.peak?.most ?? 0) / 1e6).toFixed(0)} MB in every round`);
  for (const { level, text } of remarks) console.log(`  ${level}: ${text}`);
  if (over.length === ROUNDS || remarks.some(({ level }) => level === "fail")) failed += 1;
}
if (record) {
  const marks: Record<string, Mark> = Object.fromEntries(
    cases.map((one) => [one.name, worstOf(measured.get(one)?.rounds ?? [])]),
  );
  const id = digestJson(
    sha256,
    Object.entries(marks).map(([name, mark]) => [name, JSON.stringify(mark)]),
  );
  writeFileSync(BASELINE, `${JSON.stringify({ id, cases: marks }, null, 2)}\n`);
  console.log(`recorded as ${id}`);
}
console.log(`${cases.length - failed} passed, ${failed} failed, 0 skipped`);
process.exitCode = failed === 0 ? 0 : 1;
