// Everything that a worker leaves is walked (M14): it holds while one works, after one was killed, and any changed byte is found.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { compileSchema, type HarnessRow, type LinkedRow, publishedSchema } from "#kernel";
import { tusk } from "../cli/program.ts";
import { chained, rowsOf, verified } from "../sessions/verifying.ts";
import { ROOT } from "../support/root.ts";
import type { Ended } from "../support/run-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const FOLDER = temporaryFolder();
const DROPPED = /_API_KEY$|^TUSK_MODEL$|^PREMATH_/;
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !DROPPED.test(name)));
const PATIENCE_MS = 55_000;
const AT = "2026-01-01T00:00:00Z";
const DONE = ["--work-cmd", 'echo "$PREMATH_ISSUE_ID" > "done-$PREMATH_ISSUE_ID"', "--verify-cmd", "true"];

/** A repository with a commit and two issues. */
class Place {
  readonly cwd = mkdtempSync(join(FOLDER, "place-"));
  readonly state = join(this.cwd, ".premath");

  constructor() {
    this.#git("init", "-q", "-b", "main");
    writeFileSync(join(this.cwd, "a.txt"), "a\n");
    this.#git("add", "a.txt");
    this.#git("-c", "user.name=n", "-c", "user.email=e@x", "commit", "-qm", "first");
    mkdirSync(this.state);
    const description = "Acceptance:\n- works\n\n`python3 -m pytest`";
    const issue = { status: "open", priority: 2, issue_type: "task", created_at: AT, updated_at: AT, ephemeral: false };
    const rows = ["bd-1", "bd-2"].map((id) => JSON.stringify({ id, title: `Issue ${id}`, description, ...issue }));
    writeFileSync(join(this.state, "issues.jsonl"), `${rows.join("\n")}\n`);
  }

  #git(...args: readonly string[]): void {
    execFileSync("git", args, { cwd: this.cwd });
  }

  tusk(...args: readonly string[]): Promise<Ended> {
    return tusk(args, { cwd: this.cwd, env, timeout: PATIENCE_MS });
  }
}

let recorded = "";
let place: Place;
beforeAll(async () => {
  place = new Place();
  // As `tusk run` does without a task: the session artifact is the state folder's own.
  const own = ["--worker-id", "run", "--session-path", ".premath/harness_session.json"];
  const run = await place.tusk("worker", ...own, ...DONE);
  const worker = await place.tusk("worker", "--worker-id", "worker.1", ...DONE);
  expect([run.stderr, run.code, worker.stderr, worker.code]).toEqual(["", 0, "", 0]);
  recorded = place.state;
}, 2 * PATIENCE_MS);

/** A copy that may be damaged. */
function copied(): string {
  const state = mkdtempSync(join(FOLDER, "copy-"));
  cpSync(recorded, state, { recursive: true, filter: (path) => !path.includes("/cache") && !path.endsWith(".db") });
  return state;
}

const JOURNAL = "workers/run/journal.jsonl";
const TRAJECTORY = "harness_trajectory.jsonl";
const LEDGER = "harness_feature_ledger.json";

type Lines = (lines: readonly string[]) => readonly string[];

/** Changes the lines of a file. */
function relined(name: string, change: Lines): (state: string) => void {
  return (state) => {
    const path = join(state, name);
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    writeFileSync(path, `${change(lines).join("\n")}\n`);
  };
}

/** Changes the rows of the worker's journal and chains it anew: only what the rows say is wrong with it. */
function rechained(change: (rows: readonly LinkedRow[]) => readonly LinkedRow[]): (state: string) => void {
  return (state) => {
    const path = join(state, JOURNAL);
    writeFileSync(path, chained(change(rowsOf(path))));
  };
}

function at(rows: readonly LinkedRow[], kind: HarnessRow["kind"]): number {
  return rows.findIndex(({ event }) => event.kind === kind);
}

function swapped<T>(items: readonly T[], one: number): readonly T[] {
  return [...items.slice(0, one), ...items.slice(one, one + 2).toReversed(), ...items.slice(one + 2)];
}

/** The rows with one of a kind changed. */
function changedRow(kind: HarnessRow["kind"], change: object): (state: string) => void {
  return rechained((rows) =>
    rows.map((row, seq) => (seq === at(rows, kind) ? { ...row, event: { ...row.event, ...change } } : row)),
  );
}

/** Deletes the witness that the first row of a kind names. */
function withoutWitness(of: (row: HarnessRow) => string | undefined): (state: string) => void {
  return (state) => {
    const refs = rowsOf(join(state, JOURNAL)).flatMap(({ event }) => of(event as unknown as HarnessRow) ?? []);
    const hex = (refs[0] ?? expect.fail("no witness is named")).slice("sha256:".length);
    rmSync(join(state, "witnesses", hex.slice(0, 2), `${hex.slice(2)}.json`));
  };
}

/** Deletes every witness of a permit. */
function withoutPermits(state: string): void {
  const shelves = join(state, "witnesses");
  for (const shelf of readdirSync(shelves))
    for (const name of readdirSync(join(shelves, shelf))) {
      const path = join(shelves, shelf, name);
      if (readFileSync(path, "utf8").includes('"MutationReady"')) rmSync(path);
    }
}

function replaced(name: string, one: string, other: string): (state: string) => void {
  return relined(name, (lines) => lines.map((line) => line.replace(one, other)));
}

test("what two workers left holds, and everything is counted (M14, H07)", async () => {
  const { result, first, things, walked } = await verified(recorded);
  expect([result, first]).toEqual(["accepted", undefined]);
  expect(things.filter(({ thing }) => thing !== "journal").map(({ thing, seen }) => `${thing}: ${seen}`)).toEqual([
    expect.stringMatching(/^witnesses: \d+ witnesses$/),
    expect.stringMatching(/^worker journal: \d+ rows, 1 step$/),
    expect.stringMatching(/^worker journal: \d+ rows, 1 step$/),
    "trajectory: 2 rows",
    "session artifact: stopped, bd-1",
    "session artifact: stopped, bd-2",
    "feature ledger: 2 features",
    expect.stringMatching(/^issues: 2 issues/),
    "issue graph: 0 errors, 0 warnings",
  ]);
  expect(walked).toMatchObject({ workers: 2, steps: 2, trajectoryRows: 2 });
  expect((await verified(copied())).result).toBe("accepted");
  const { code, stdout } = await place.tusk("verify", "--json");
  expect([code, compileSchema(publishedSchema("verify.output") ?? false)(JSON.parse(stdout))]).toEqual([0, []]);
  const rows = compileSchema(publishedSchema("tusk.harness.row.v1") ?? false);
  const written = rowsOf(join(recorded, JOURNAL)).filter(({ event }) => !event.kind.startsWith("journal."));
  const line = { schema: 1, kind: "tusk.harness.row.v1", worker: "run", seq: 1, at: AT };
  expect(written.flatMap(({ event }) => rows({ ...line, row: event }))).toEqual([]);
});

describe("a byte that was changed is found, with its file and row (M14)", () => {
  const cases: readonly (readonly [string, (state: string) => void, string, string, RegExp])[] = [
    [
      "a byte in the middle of the journal",
      replaced(JOURNAL, '"step.merged"', '"step.merger"'),
      "worker journal",
      JOURNAL,
      /a byte of it was changed|digest/,
    ],
    [
      "a row of the journal is gone",
      relined(JOURNAL, (lines) => lines.toSpliced(9, 1)),
      "worker journal",
      JOURNAL,
      /row 9 is missing/,
    ],
    [
      "two rows of the journal are swapped",
      relined(JOURNAL, (lines) => swapped(lines, 9)),
      "worker journal",
      JOURNAL,
      /./,
    ],
    [
      "another worker's journal",
      (state) => cpSync(join(state, "workers/worker.1/journal.jsonl"), join(state, JOURNAL)),
      "worker journal",
      JOURNAL,
      /it is of another session than the file's name says/,
    ],
    [
      "no permit, chained anew",
      rechained((rows) => rows.toSpliced(at(rows, "step.permitted"), 1)),
      "worker journal",
      JOURNAL,
      /^step\.committed: it stands before step\.permitted$/,
    ],
    [
      "closed before it was merged, chained anew",
      rechained((rows) => swapped(rows, at(rows, "step.merged"))),
      "worker journal",
      JOURNAL,
      /^step\.closed: the commit \w+ was not merged before$/,
    ],
    [
      "a kind that nobody writes, chained anew",
      changedRow("step.working", { kind: "step.thinking" }),
      "worker journal",
      JOURNAL,
      /no row of a worker has the kind "step\.thinking"/,
    ],
    [
      "another token, chained anew",
      changedRow("step.claimed", { token: 7 }),
      "worker journal",
      JOURNAL,
      /^step\.claimed: the log of bd-1 has no such claim by run \(token 7\)$/,
    ],
    [
      "another session, chained anew",
      changedRow("step.verified", { sessionId: "s-9" }),
      "worker journal",
      JOURNAL,
      /^step\.verified: there is no session s-9$/,
    ],
    [
      "a witness is gone",
      withoutWitness((row) => (row.kind === "step.permitted" ? row.witnessRef : undefined)),
      "worker journal",
      JOURNAL,
      /there is no witness sha256:/,
    ],
    [
      "the same, for the trajectory",
      withoutWitness((row) => (row.kind === "step.permitted" ? row.witnessRef : undefined)),
      "trajectory",
      TRAJECTORY,
      /^run\.bd-1\.1: there is no witness sha256:/,
    ],
    [
      "the same, for the ledger",
      withoutWitness((row) => (row.kind === "step.permitted" ? row.witnessRef : undefined)),
      "feature ledger",
      LEDGER,
      /^bd-1 is completed, and there is no witness sha256:/,
    ],
    [
      "the witness of a permit is gone",
      withoutPermits,
      "worker journal",
      JOURNAL,
      /^step\.permitted: there is no witness of a permit to close bd-1 by sha256:/,
    ],
    [
      "a result class was changed",
      replaced(TRAJECTORY, '"resultClass":"completed"', '"resultClass":"failed"'),
      "trajectory",
      TRAJECTORY,
      /^run\.bd-1\.1: its result class is failed, and completed by its worker's journal$/,
    ],
    [
      "a time was changed",
      replaced(TRAJECTORY, '"startedAt":"2', '"startedAt":"1'),
      "trajectory",
      TRAJECTORY,
      /^run\.bd-1\.1: it is not the row whose digest its worker's journal names$/,
    ],
    [
      "a row of the trajectory is gone",
      relined(TRAJECTORY, (lines) => lines.slice(1)),
      "trajectory",
      TRAJECTORY,
      /^it has no row of the step run\.bd-1\.1, which row \d+ of .*workers\/run\/journal\.jsonl tells$/,
    ],
    [
      "a row of the trajectory stands twice",
      relined(TRAJECTORY, (lines) => [...lines, ...lines.slice(0, 1)]),
      "trajectory",
      TRAJECTORY,
      /^the step run\.bd-1\.1 was told on line 1 already$/,
    ],
    [
      "a row that its worker does not know",
      relined(TRAJECTORY, (lines) => [...lines, lines[0]?.replace("run.bd-1.1", "run.bd-1.9") ?? ""]),
      "trajectory",
      TRAJECTORY,
      /^the journal of run knows no step run\.bd-1\.9$/,
    ],
    [
      "a line of the trajectory is no row",
      replaced(TRAJECTORY, '{"schema":1', '{"schema":1,'),
      "trajectory",
      TRAJECTORY,
      /^failed to parse trajectory row: /,
    ],
    [
      "a session artifact is garbled",
      replaced("harness_session.json", '"schema"', '"schema'),
      "session artifact",
      "harness_session.json",
      /failed to parse harness session artifact/,
    ],
    [
      "a worker's session artifact is of another kind",
      replaced("workers/worker.1/harness_session.json", "session.v1", "session.v2"),
      "session artifact",
      "workers/worker.1/harness_session.json",
      /invalid harness session kind/,
    ],
    ["the ledger is garbled", replaced(LEDGER, "{", "["), "feature ledger", LEDGER, /unable to parse/],
  ];
  test.each(cases)("%s", async (_, damage, thing, file, problem) => {
    const state = copied();
    damage(state);
    const { result, things } = await verified(state);
    const found = things.find((each) => each.thing === thing && each.path === join(state, file));
    expect([result, found?.holds, found?.first?.path]).toEqual(["rejected", false, join(state, file)]);
    expect(found?.first?.problem).toMatch(problem);
    const isPlaced =
      thing === "worker journal" || (thing === "trajectory" && !problem.source.includes("it has no row"));
    expect(found?.first?.line !== undefined).toBe(isPlaced);
  });

  test("bytes of a worker's journal that were put aside are what their name says", async () => {
    const state = copied();
    writeFileSync(join(state, `${JOURNAL}.quarantine-00`), "x");
    expect((await verified(state)).first?.problem).toBe("its content is not what its name says");
  });

  test("what a crash tore is told, and is no damage", async () => {
    const state = copied();
    writeFileSync(join(state, TRAJECTORY), `${readFileSync(join(state, TRAJECTORY), "utf8")}{"schema":1,"st`);
    const { result, things } = await verified(state);
    expect([result, things.find(({ thing }) => thing === "trajectory")?.note]).toEqual([
      "accepted",
      "line 3: a row was never finished (the next step mends it)",
    ]);
  });

  test("tusk verify exits 1 and names file, line and row", async () => {
    const state = copied();
    changedRow("step.merged", { commit: "0" })(state);
    const row = rowsOf(join(state, JOURNAL)).findIndex(({ event }) => event.kind === "step.merged");
    const { code, stdout } = await tusk(["verify", "--state", state]);
    expect(code).toBe(1);
    expect(stdout).toContain(`first bad row: ${join(state, JOURNAL)}, line ${row + 1}, row ${row}: step.merged: `);
    expect(stdout).toMatch(/not as it was written: .*, 2 workers \(\d+ rows, 2 steps\), 2 trajectory rows, /);
  });
});

test(
  "everything holds while a worker works, after it was killed -9, and after the next one has settled what it left",
  async () => {
    const here = new Place();
    const work = ["--work-cmd", "sleep 300", "--verify-cmd", "true", "--json"];
    const child = spawn(join(ROOT, "bin/tusk"), ["worker", "--worker-id", "w", ...work], {
      cwd: here.cwd,
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    let said = "";
    for await (const text of child.stdout.setEncoding("utf8")) {
      said += String(text);
      if (said.includes('"kind":"step.working"')) break;
    }
    const { result, first, things } = await verified(here.state);
    expect([result, first, things.filter(({ thing }) => thing === "worker journal").length]).toEqual([
      "accepted",
      undefined,
      1,
    ]);
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    expect((await verified(here.state)).first).toBeUndefined();
    const next = await here.tusk("worker", "--worker-id", "v", "--max-steps", "2", ...DONE);
    expect([next.stderr, next.code]).toEqual(["", 0]);
    const { walked, first: later } = await verified(here.state);
    expect([later, walked.workers, walked.steps, walked.trajectoryRows]).toEqual([undefined, 2, 3, 3]);
  },
  2 * PATIENCE_MS,
);
