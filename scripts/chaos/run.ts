// `npm run chaos [-- --seed n --issues n --workers n --kills n --seconds n --calm | --lock]`: nothing is lost, whatever is killed.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type ChaosReport, runChaos } from "./run-chaos.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    issues: { type: "string" },
    workers: { type: "string", default: "8" },
    kills: { type: "string" },
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
for (const violation of report.violations.slice(0, 30)) console.log(`VIOLATION ${violation}`);
if (report.violations.length > 30) console.log(`... and ${report.violations.length - 30} more`);
if (values.keep || report.violations.length > 0) console.log(`files: ${folder}`);
else rmSync(folder, { recursive: true, force: true });
process.exitCode = report.violations.length === 0 ? 0 : 1;

function table(of: ChaosReport): string {
  const rows: readonly (readonly [string, string])[] = [
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
  ];
  return rows.map(([name, value]) => `  ${name.padEnd(16)} ${value}`).join("\n");
}
