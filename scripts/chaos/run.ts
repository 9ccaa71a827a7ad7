// `npm run chaos [-- --seed n --issues n --workers n --kills n --seconds n --calm | --lock]`: nothing is lost, whatever is killed.
// Then agent sessions: `--session-kills n` of them, 500 unless it is said or the first part was changed by --calm or --lock.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
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
    lock: { type: "boolean", default: false },
    calm: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
  },
});

const unlocks = values.lock;
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const issues = Number(values.issues ?? (unlocks ? 500 : 2000));
const kills = Number(values.kills ?? (unlocks || values.calm ? 0 : 200));
const sessionKills = Number(values["session-kills"] ?? (unlocks || values.calm ? 0 : 500));
const folder = mkdtempSync(join(tmpdir(), "tusk-chaos-"));

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
for (const violation of violations.slice(0, 30)) console.log(`VIOLATION ${violation}`);
if (violations.length > 30) console.log(`... and ${violations.length - 30} more`);
if (values.keep || violations.length > 0) console.log(`files: ${folder}`);
else rmSync(folder, { recursive: true, force: true });
process.exitCode = violations.length === 0 ? 0 : 1;

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
