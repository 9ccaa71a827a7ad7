// `npm run chaos [-- --seed n --issues n --workers n --kills n --seconds n --calm | --lock]`: nothing is lost, whatever is killed.
// Then agent sessions: `--session-kills n` of them, 500 unless it is said or the first part was changed by --calm or --lock.
// `npm run chaos -- --harness [--seed n --issues n --kills n --seconds n]`: whole runs of `tusk` instead, process trees and all.
// `npm run chaos -- --crowd [--seed n --issues n --workers n]`: many workers of one coordinator, and nobody is killed.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runCrowd } from "./harness/run-crowd.ts";
import { type HarnessChaosReport, runHarness } from "./harness/run-harness.ts";
import { type ChaosReport, runChaos } from "./run-chaos.ts";
import { runSessions, type SessionChaosReport } from "./run-sessions.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    issues: { type: "string" },
    workers: { type: "string", default: "8" },
    kills: { type: "string" },
    "session-kills": { type: "string" },
    seconds: { type: "string", default: "600" },
    harness: { type: "boolean", default: false },
    crowd: { type: "boolean", default: false },
    lock: { type: "boolean", default: false },
    calm: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
  },
});

const seed = Number(values.seed ?? Date.now() % 1_000_000);
const folder = mkdtempSync(join(tmpdir(), "tusk-chaos-"));
const part = values.harness ? harnessPart : values.crowd ? crowdPart : memoryPart;
const harm = await part();
for (const violation of harm.slice(0, 30)) console.log(`VIOLATION ${violation}`);
if (harm.length > 30) console.log(`... and ${harm.length - 30} more`);
if (values.keep || harm.length > 0) console.log(`files: ${folder}`);
else rmSync(folder, { recursive: true, force: true });
process.exitCode = harm.length === 0 ? 0 : 1;

function sessionTable(of: SessionChaosReport): string {
  return tableOf([
    ["seconds", of.seconds.toFixed(1)],
    ["sessions", `${of.sessions}, each taken up until it completed`],
    ["kills", `${of.kills}`],
    ["effects", `${of.effects}`],
    ["healed openings", `${of.healed}`],
    ["violations", `${of.violations.length}`],
  ]);
}

function tableOf(rows: readonly (readonly [string, string])[]): string {
  return rows.map(([name, value]) => `  ${name.padEnd(16)} ${value}`).join("\n");
}

function table(of: ChaosReport): string {
  return tableOf([
    ["seconds", of.seconds.toFixed(1)],
    ["kills", `${of.kills} (${of.injected} between two steps of a commit)`],
    ["index deletions", `${of.deletions} (${of.rebuilds} made anew)`],
    ["lock deletions", `${of.lockDeletions}`],
    ["claims/s", (of.claims / of.seconds).toFixed(0)],
    ["claim p50 / p95", `${of.claimP50.toFixed(1)} / ${of.claimP95.toFixed(1)} ms`],
    ["voided events", `${of.voided}`],
    ["torn tails", `${of.tornTails}`],
    ["refused zombies", `${of.refusedZombies}`],
    ["double claims", `${of.doubleClaims}`],
    ["lost", `${of.lost}`],
    ["completed twice", `${of.double}`],
    ["early", `${of.early}`],
    ["violations", `${of.violations.length}`],
  ]);
}

/** Issue memory under many workers, and agent sessions. */
async function memoryPart(): Promise<readonly string[]> {
  const unlocks = values.lock;
  const issues = Number(values.issues ?? (unlocks ? 500 : 2000));
  const kills = Number(values.kills ?? (unlocks || values.calm ? 0 : 200));
  const sessionKills = Number(values["session-kills"] ?? (unlocks || values.calm ? 0 : 500));

  console.log(
    `chaos: seed ${seed}, ${issues} issues, ${values.workers} workers, ${kills} kills${unlocks ? ", the lock is deleted while held" : ""}`,
  );
  const report = await runChaos({
    folder,
    seed,
    issues,
    workers: Number(values.workers),
    kills,
    deletions: Math.ceil(kills / 10),
    unlocks,
    calm: values.calm,
    seconds: Number(values.seconds),
  });
  console.log(table(report));
  const violations = [...report.violations];
  if (sessionKills > 0) {
    console.log(`chaos: seed ${seed}, agent sessions, ${sessionKills} kills`);
    const seconds = Number(values.seconds);
    const sessions = await runSessions({ folder: join(folder, "sessions"), seed, kills: sessionKills, seconds });
    console.log(sessionTable(sessions));
    violations.push(...sessions.violations);
  }
  return violations;
}

/** Workers and coordinators in repositories of their own. */
async function harnessPart(): Promise<readonly string[]> {
  // `prechaos` has just made the bundle: what is killed is what the published package does.
  process.env["TUSK_BUNDLE"] = "just-made";
  const [issues, kills] = [Number(values.issues ?? 20), Number(values.kills ?? 200)];
  console.log(`chaos: seed ${seed}, repositories of ${issues} issues, ${kills} kills`);
  const tell = (line: string): void => console.log(`  ${line}`);
  const report = await runHarness({ folder, seed, issues, kills, seconds: Number(values.seconds), tell });
  console.log(harnessLine(report));
  return report.violations;
}

async function crowdPart(): Promise<readonly string[]> {
  process.env["TUSK_BUNDLE"] = "just-made";
  const [issues, workers] = [Number(values.issues ?? 200), Number(values.workers)];
  console.log(`chaos: seed ${seed}, ${issues} issues, ${workers} workers of one coordinator`);
  const { seconds, steps, leases, violations } = await runCrowd({
    folder: join(folder, "crowd"),
    seed,
    issues,
    workers,
  });
  console.log(
    `${issues} issues, ${workers} workers, ${steps} steps, ${leases} leases, ${violations.length} violations in ${seconds.toFixed(0)} s`,
  );
  return violations;
}

function harnessLine(of: HarnessChaosReport): string {
  const {
    kills,
    killsByRow,
    killsOfOne,
    scenes,
    issues,
    processes,
    steps,
    leases,
    replaced,
    lost,
    double,
    violations,
  } = of;
  return `${kills} kills of whole trees (${killsByRow} behind a row) and ${killsOfOne} of the first process alone, ${scenes} repositories, ${issues} issues, ${processes} processes, ${steps} steps, ${leases} leases, ${replaced} commits put onto newer work, ${lost} lost, ${double} closed twice, ${violations.length} violations in ${of.seconds.toFixed(0)} s`;
}
