import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { ROOT } from "../support/root.ts";
import { runProcess } from "../support/run-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { cleanCopy, LAYERS } from "./clean-copy.ts";
import { readSeeds } from "./seed.ts";

// Linters take as long as the machine is busy.
const PATIENCE_MS = 170_000;
vi.setConfig({ testTimeout: 2 * PATIENCE_MS, hookTimeout: 2 * PATIENCE_MS });

const SEEDS = readSeeds(join(import.meta.dirname, "seeds/lint"));
const copy = join(temporaryFolder(), "copy");

/** The rules that refuse each file, each once, sorted. */
const complaints = new Map<string, readonly string[]>();
let cleanComplaints: readonly Complaint[] = [];

interface Complaint {
  readonly code: string;
  readonly filename: string;
}

async function lint(): Promise<readonly Complaint[]> {
  const oxlint = join(ROOT, "node_modules/oxlint/bin/oxlint");
  const args = [oxlint, "--type-aware", "--deny-warnings", "--format=json"];
  const { stdout } = await runProcess(process.execPath, args, { cwd: copy, timeout: PATIENCE_MS });
  const report: { readonly diagnostics: readonly Complaint[] } = JSON.parse(stdout);
  return report.diagnostics.map(({ code, filename }) => ({ code, filename }));
}

beforeAll(async () => {
  cleanCopy(copy);
  cleanComplaints = await lint();
  for (const { path, text } of SEEDS) writeFileSync(join(copy, path), text);
  // Seeds do not look at each other, but for the two that make a cycle, so all are judged in one run; a stray complaint
  // shows as a file of its own.
  for (const [file, found] of Map.groupBy(await lint(), ({ filename }) => filename))
    complaints.set(file, [...new Set(found.map(({ code }) => code))].toSorted());
});

test("the clean copy passes lint", () => {
  expect(cleanComplaints).toEqual([]);
});

test("no two seeds stand in the same place", () => {
  expect(new Set(SEEDS.map(({ path }) => path)).size).toBe(SEEDS.length);
});

test("every layer has a seed against its import wall", () => {
  const seeded = SEEDS.filter(({ refuses }) => refuses.includes("eslint(no-restricted-imports)"));
  const layers = new Set(seeded.map(({ path }) => path.split("/").slice(1, -1)[0] ?? "the library's face"));
  expect([...layers].toSorted()).toEqual([...LAYERS, "the library's face"].toSorted());
});

test("lint complains about seeded files only", () => {
  expect([...complaints.keys()].toSorted()).toEqual(SEEDS.map(({ path }) => path).toSorted());
});

test.each(SEEDS.map((seed) => [seed.name, seed.refuses.join(" and "), seed] as const))(
  "lint refuses %s with %s and says nothing else (K15)",
  (_name, _codes, { path, refuses }) => {
    expect(complaints.get(path)).toEqual(refuses);
  },
);
