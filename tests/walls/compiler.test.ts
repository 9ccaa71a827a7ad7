import { cpSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { ROOT } from "../support/root.ts";
import { runProcess } from "../support/run-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { cleanCopy, LAYERS } from "./clean-copy.ts";
import { readSeeds, type Seed } from "./seed.ts";

// Compilers take as long as the machine is busy.
const PATIENCE_MS = 170_000;
vi.setConfig({ testTimeout: 2 * PATIENCE_MS, hookTimeout: 2 * PATIENCE_MS });

const SEEDS = readSeeds(join(import.meta.dirname, "seeds/compiler"));
const folder = temporaryFolder();
const clean = join(folder, "clean");

/** What `tsc -b` says, file by file: each code once, sorted. */
type Complaints = Readonly<Record<string, readonly string[]>>;

interface Build {
  readonly code: number | null;
  readonly complaints: Complaints;
}

async function build(copy: string, project: string): Promise<Build> {
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  const { code, stdout } = await runProcess(process.execPath, [tsc, "-b", project, "--pretty", "false"], {
    cwd: copy,
    timeout: PATIENCE_MS,
  });
  const rows = [...stdout.matchAll(/^(\S+?)\(\d+,\d+\): error (TS\d+):/gm)];
  const files = Map.groupBy(rows, ([, file = ""]) => file);
  const codes = [...files].map(([file, found]) => [file, [...new Set(found.map(([, , id = ""]) => id))].toSorted()]);
  // An error without a place, such as one of the configuration, must not be lost.
  const placeless = [...stdout.matchAll(/^error (TS\d+):/gm)].map(([, id = ""]) => id);
  return { code, complaints: Object.fromEntries(placeless.length === 0 ? codes : [...codes, ["", placeless]]) };
}

/** The project that owns a file: the nearest folder upwards with a tsconfig.json. */
function projectOf(path: string): string {
  const above = dirname(path);
  return existsSync(join(clean, above, "tsconfig.json")) ? above : projectOf(above);
}

/** An upward import drags the other layer's files into this project, where they may fail too; they are not the seed's doing. */
function ownComplaints(complaints: Complaints, { path, refuses }: Seed): Complaints {
  if (!refuses.includes("TS6307")) return complaints;
  const project = projectOf(path);
  const dragged = (file: string) => existsSync(join(clean, file)) && projectOf(file) !== project;
  return Object.fromEntries(Object.entries(complaints).filter(([file]) => !dragged(file)));
}

beforeAll(() => cleanCopy(clean));

test("the clean copy compiles, layer by layer (K15)", async () => {
  for (const project of ["src", ...LAYERS.map((layer) => `src/${layer}`)]) {
    expect({ project, ...(await build(clean, project)) }).toEqual({ project, code: 0, complaints: {} });
  }
});

test("every layer has a seed against its compiler wall (K15)", () => {
  const seeded = new Set(SEEDS.map(({ path }) => projectOf(path)));
  expect([...seeded].toSorted()).toEqual(["src", ...LAYERS.map((layer) => `src/${layer}`)]);
});

/** Each seed under a name of its own, so that seeds of one layer may stand side by side; one in the place of a certain file stays there. */
const PLACED: readonly Seed[] = SEEDS.map((seed) => {
  return { ...seed, path: seed.path.replace(/\/seed\.ts$/, `/seed-${seed.name}.ts`) };
});

/** Seeds that are compiled together. One that drags in another layer is alone: the compiler says it of the first file that does. */
function companyOf({ name, path, refuses }: Seed): string {
  return refuses.includes("TS6307") || !path.endsWith(`/seed-${name}.ts`) ? name : projectOf(path);
}

const built = new Map<string, Promise<Complaints>>();

/** What the compiler says of a seed and those beside it, in a copy of their own; each company is compiled once. */
function complaintsAbout(seed: Seed): Promise<Complaints> {
  const company = companyOf(seed);
  const known = built.get(company);
  if (known !== undefined) return known;
  const asked = compiledSeeds(
    company.replaceAll("/", "-"),
    PLACED.filter((other) => companyOf(other) === company),
  );
  built.set(company, asked);
  return asked;
}

async function compiledSeeds(name: string, seeds: readonly Seed[]): Promise<Complaints> {
  const copy = join(folder, name);
  // Built state and all: only the seeds are new.
  cpSync(clean, copy, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  for (const { path, text } of seeds) writeFileSync(join(copy, path), text);
  const { complaints } = await build(copy, projectOf(seeds[0]?.path ?? ""));
  rmSync(copy, { recursive: true });
  return complaints;
}

test.concurrent.each(PLACED.map((seed) => [seed.name, seed.refuses.join(" and "), seed] as const))(
  "the compiler refuses %s with %s and says nothing else (K15)",
  async (_name, _codes, seed) => {
    const complaints = ownComplaints(await complaintsAbout(seed), seed);
    const others = PLACED.filter((other) => other !== seed && companyOf(other) === companyOf(seed));
    const said = Object.entries(complaints).filter(([file]) => !others.some(({ path }) => path === file));
    expect(Object.fromEntries(said)).toEqual({ [seed.path]: seed.refuses });
  },
);
