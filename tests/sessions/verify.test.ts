import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { compileSchema, type Json, publishedSchema } from "#kernel";
import { openWitnesses } from "#memory";
import { tusk } from "../cli/program.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { recordState, resumeState } from "./recorded-state.ts";
import { chained, journalOf, rowsOf, verified } from "./verifying.ts";

const folder = temporaryFolder();
let recorded = "";

beforeAll(async () => {
  recorded = await recordState(mkdtempSync(join(folder, "recorded-")));
  await resumeState(recorded);
});

/** A copy that may be damaged. */
function copied(): string {
  const state = mkdtempSync(join(folder, "copy-"));
  cpSync(recorded, state, { recursive: true });
  return state;
}

function witnessesIn(state: string): readonly string[] {
  const shelves = join(state, "witnesses");
  return readdirSync(shelves).flatMap((shelf) =>
    readdirSync(join(shelves, shelf)).map((name) => join(shelves, shelf, name)),
  );
}

describe("everything that a run has recorded (M14)", () => {
  test("holds: every row, every turn closed once more, every witness, and says what was walked", async () => {
    expect(await verified(recorded)).toEqual({
      action: "verify",
      stateFolder: recorded,
      result: "accepted",
      things: [
        { thing: "journal", path: journalOf(recorded), holds: true, seen: "39 rows, 5 turns" },
        { thing: "witnesses", path: join(recorded, "witnesses"), holds: true, seen: "15 witnesses" },
      ],
      walked: {
        sessions: 1,
        rows: 39,
        turns: 5,
        witnesses: 15,
        workers: 0,
        workerRows: 0,
        steps: 0,
        trajectoryRows: 0,
        issues: 0,
        issueEvents: 0,
      },
    });
  });

  test("holds after the folder was moved, and with a journal that a crash cut anywhere behind its first row", async () => {
    const state = copied();
    const moved = `${state}-moved`;
    renameSync(state, moved);
    const path = journalOf(moved);
    for (let length = readFileSync(path).length; length > 300; length -= 2003) {
      truncateSync(path, length);
      const { result, first } = await verified(moved);
      expect([length, result, first]).toEqual([length, "accepted", undefined]);
    }
  });

  test("says what a crash left, and that the next run mends it", async () => {
    const state = copied();
    truncateSync(journalOf(state), readFileSync(journalOf(state)).length - 5);
    expect((await verified(state)).things[0]).toEqual({
      thing: "journal",
      path: journalOf(state),
      holds: true,
      seen: "38 rows, 5 turns",
      note: "line 39: a row was never finished (the next run mends it)",
    });
  });
});

describe("the first bad row is named, and the rest is walked all the same (M14)", () => {
  test("a changed byte", async () => {
    const state = copied();
    const path = journalOf(state);
    writeFileSync(path, readFileSync(path, "utf8").replace("How much", "how much"));
    const { result, first, walked } = await verified(state);
    const problem = "a byte of it was changed: it is not what its own digest names";
    expect([result, first, walked.witnesses]).toEqual(["rejected", { path, line: 4, problem }, 15]);
  });

  test("a result that was changed and chained anew: the turn has another evidence then", async () => {
    const state = copied();
    const path = journalOf(state);
    const rows = rowsOf(path).map((row) => {
      const text = JSON.stringify(row.event)
        .replace('"shown":"7"', '"shown":"8"')
        .replace('"payload":7', '"payload":8');
      return { ...row, event: JSON.parse(text) as typeof row.event };
    });
    writeFileSync(path, chained(rows));
    const { first } = await verified(state);
    expect(first).toMatchObject({ path, line: 16, seq: 15 });
    expect(first?.problem).toMatch(/^join\.closed: the evidence of the turn has the digest sha256:/);
  });

  test("a row of a kind that nobody knows", async () => {
    const state = copied();
    const path = journalOf(state);
    const [opened, ...rows] = rowsOf(path);
    if (opened === undefined) throw new Error("no rows");
    writeFileSync(path, chained([opened, { ...opened, event: { kind: "tool.vanished" } }, ...rows]));
    expect((await verified(state)).first).toEqual({
      path,
      line: 2,
      seq: 1,
      problem: 'no row of a session has the kind "tool.vanished"',
    });
  });

  test("the journal of another session under this one's name", async () => {
    const state = copied();
    const path = join(state, "sessions/s2.jsonl");
    renameSync(journalOf(state), path);
    const problem = "journal.opened: it is of another session than the file's name says";
    expect((await verified(state)).first).toEqual({ path, line: 1, seq: 0, problem });
  });

  test("a witness that is gone, and one that was changed", async () => {
    const state = copied();
    const [first = "", second = ""] = witnessesIn(state);
    rmSync(first);
    writeFileSync(second, `${readFileSync(second, "utf8")} `);
    const { things, result } = await verified(state);
    expect(result).toBe("rejected");
    expect(things.map(({ thing, holds }) => [thing, holds])).toEqual([
      ["journal", false],
      ["witnesses", false],
    ]);
    expect(things[0]?.first?.problem).toMatch(
      /^join\.closed: (?:there is no witness sha256:|.*: its content is not what its name says)/,
    );
    expect(things[1]?.first).toEqual({ path: second, problem: "its content is not what its name says" });
  });

  test("another turn's witness under a row that was chained anew", async () => {
    const state = copied();
    const path = journalOf(state);
    const before = rowsOf(path);
    const [first, second] = before.filter(({ event }) => event.kind === "join.closed");
    if (first === undefined || second === undefined) throw new Error("no turns");
    const forged = { ...first.event, witnesses: second.event["witnesses"] ?? null };
    const rows = before.map((row) => (row === first ? { ...row, event: forged } : row));
    writeFileSync(path, chained(rows));
    expect((await verified(state)).first?.problem).toMatch(/^join\.closed: the witness of its CallSpec is sha256:/);
  });

  test("a witness that is no witness of ours, put under its right name", async () => {
    const state = copied();
    (await openWitnesses(join(state, "witnesses"), { sync: "never" })).put("MutationReady", {});
    expect((await verified(state)).result).toBe("accepted");
    writeFileSync(join(state, "witnesses/notes.txt"), "x");
    expect((await verified(state)).first).toEqual({
      path: join(state, "witnesses/notes.txt"),
      problem: "its name is no witness's",
    });
  });

  test("a file among the sessions that is nobody's, and quarantined bytes that were changed; locks are none of these", async () => {
    const state = copied();
    const stray = join(state, "sessions/s1.jsonl.bak");
    const aside = join(state, "sessions/s1.jsonl.quarantine-0123456789abcdef");
    writeFileSync(stray, "x");
    writeFileSync(aside, "x");
    expect((await verified(state)).things.slice(1, 3)).toEqual([
      {
        thing: "stray",
        path: stray,
        holds: false,
        seen: "a file among the sessions",
        first: { path: stray, problem: "it is no file of a session" },
      },
      {
        thing: "stray",
        path: aside,
        holds: false,
        seen: "a file among the sessions",
        first: { path: aside, problem: "its content is not what its name says" },
      },
    ]);
  });

  test("a journal that cannot be read", async () => {
    const state = copied();
    mkdirSync(join(state, "sessions/s0.jsonl"));
    const { things, walked } = await verified(state);
    expect([things[0]?.holds, things[1]?.holds, walked.sessions]).toEqual([false, true, 2]);
    expect(things[0]?.first?.problem).toMatch(/s0\.jsonl: it is no regular file/);
  });
});

describe("tusk verify", () => {
  const check = compileSchema(publishedSchema("verify.output") ?? false);

  test("walks the issue memory too: its file, its logs and its graph", async () => {
    const home = mkdtempSync(join(folder, "home-"));
    await tusk(["init"], { cwd: home });
    const description = "Acceptance:\n- works\n\n`python3 -m pytest`";
    await tusk(["issue", "add", "A title", "--description", description], { cwd: home });
    await recordState(home);
    const good = await tusk(["verify"], { cwd: home });
    expect([good.code, good.stdout.split("\n").map((line) => line.slice(0, 40))]).toEqual([
      0,
      [
        "ok    journal .premath/sessions/s1.jsonl",
        "ok    witnesses .premath/witnesses: 9 wi",
        "ok    issues .premath/issues.jsonl: 1 is",
        "ok    issue graph .premath/issues.jsonl:",
        "everything holds: walked 1 sessions (26 ",
        "",
      ],
    ]);
    await tusk(["issue", "add", "A wish without acceptance criteria"], { cwd: home });
    const wish = await tusk(["verify"], { cwd: home });
    expect([wish.code, wish.stdout]).toEqual([
      0,
      expect.stringMatching(/^ok {4}issue graph .*: 2 errors, 0 warnings: 'tusk issue check' names them$/m),
    ]);
    const path = join(home, ".premath/issues.jsonl");
    writeFileSync(path, readFileSync(path, "utf8").replace("A title", "B title"));
    const bad = await tusk(["verify", "--json"], { cwd: home });
    const answer = JSON.parse(bad.stdout) as { readonly first: { readonly path: string } } & Json;
    expect([bad.code, check(answer), answer.first.path]).toEqual([1, [], ".premath/issues.jsonl"]);
    expect((await tusk(["verify"], { cwd: home })).stdout).toMatch(
      /^first bad row: \.premath\/issues\.jsonl, line 1: /m,
    );
  });

  test("prints JSON that validates, names the first bad row, and exits 1 (H07)", async () => {
    const state = copied();
    const good = await tusk(["verify", "--state", state, "--json"]);
    expect([good.code, check(JSON.parse(good.stdout) as Json)]).toEqual([0, []]);
    const lines = readFileSync(journalOf(state), "utf8").split("\n");
    writeFileSync(journalOf(state), lines.toSpliced(6, 1).join("\n"));
    const bad = await tusk(["verify", "--state", state, "--json"]);
    expect([bad.code, check(JSON.parse(bad.stdout) as Json)]).toEqual([1, []]);
    const text = await tusk(["verify", "--state", state]);
    expect(text.code).toBe(1);
    expect(text.stdout).toContain(
      `first bad row: ${journalOf(state)}, line 7: it is row 7, and row 6 is missing before it\nnot as it was written: walked 1 sessions (6 rows, 0 turns), 15 witnesses, 0 issues (0 events)\n`,
    );
  });

  test("says so where there is no state folder, and where it is empty", async () => {
    const home = mkdtempSync(join(folder, "empty-"));
    const missing = await tusk(["verify"], { cwd: home });
    expect(missing).toEqual({ code: 1, stdout: "", stderr: "error: there is no state folder .premath\n" });
    mkdirSync(join(home, ".premath"));
    expect(await tusk(["verify"], { cwd: home })).toEqual({
      code: 0,
      stdout: "everything holds: walked 0 sessions (0 rows, 0 turns), 0 witnesses, 0 issues (0 events)\n",
      stderr: "",
    });
  });
});
