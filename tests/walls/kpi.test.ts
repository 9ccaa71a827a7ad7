import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../support/root.ts";

/** What works the KPI out, and who may ask for it: the commands that show it, and the one that starts workers. */
const READERS = [
  "src/host/actions/coordinator.ts",
  "src/host/actions/demo.ts",
  "src/host/actions/kpi.ts",
  "src/kernel/index.ts",
  "src/kernel/projections/expansion-paused.ts",
  "src/kernel/projections/kpi-windows.ts",
  "src/kernel/projections/kpi.ts",
  "src/kernel/projections/remediation-draft.ts",
];
const ASKS = /\b(?:kpiOf|kpiOfWindow|kpiWindows|expansionPaused|windowEndOf)\b/;

test("nothing that judges, permits or changes an issue knows the KPI: it can alter no verdict (M13)", () => {
  const files = globSync("src/**/*.ts", { cwd: ROOT }).filter((path) => !path.endsWith(".test.ts"));
  const asking = files.filter((path) => ASKS.test(readFileSync(join(ROOT, path), "utf8")));
  expect(asking.toSorted()).toEqual(READERS);
});
