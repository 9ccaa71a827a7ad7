import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { compileSchema, type Json, type JsonObject, publishedSchema } from "#kernel";
import { tusk } from "../cli/program.ts";
import { chained, rowsOf, verified } from "../sessions/verifying.ts";
import { ROOT } from "../support/root.ts";
import { runProcess } from "../support/run-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { call, say } from "../../src/testing/index.ts";
import { longScript, recordRun } from "./replay-recorded.ts";

const folder = temporaryFolder();
let state = "";
let path = "";
const LAST = 16;

beforeAll(async () => {
  state = join(mkdtempSync(join(folder, "state-")), ".premath");
  mkdirSync(state);
  expect(await recordRun(state, { script: longScript(1, LAST), sessionId: "short" })).toBe("Completed");
  path = join(state, "cassettes/short.jsonl");
}, 60_000);

/** What the command answers as JSON, checked against its published schema. */
async function replay(args: readonly string[], code: number): Promise<JsonObject> {
  const ended = await tusk(["replay", ...args, "--state", state, "--json"], { timeout: 60_000 });
  expect([ended.code, ended.stderr]).toEqual([code, ""]);
  const value = JSON.parse(ended.stdout) as Json;
  expect(compileSchema(publishedSchema("replay.output") ?? false)(value)).toEqual([]);
  return value as JsonObject;
}

/** A cassette of its own, whose text is made from the recorded one's. */
function cassetteWith(change: (text: string) => string): string {
  const file = join(mkdtempSync(join(folder, "cassette-")), "changed.jsonl");
  writeFileSync(file, change(readFileSync(path, "utf8")));
  return file;
}

describe("tusk replay", () => {
  test("says that a run is the same, for people", async () => {
    const { code, stdout, stderr } = await tusk(["replay", path]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^the same: 1 runs, \d+ rows, 16 steps, sha256:[0-9a-f]{64}\n/);
    expect(stdout).toMatch(/^short stands behind step 16: Completed, \d+ messages, budget left: 234 steps$/m);
  });

  test("finds a session by the beginning of its id", async () => {
    expect(await replay(["sho"], 0)).toMatchObject({ result: "same", path });
  });

  test("stops behind a step, and shows where the run stands there", async () => {
    expect(await replay(["short", "--until", "5"], 0)).toMatchObject({
      result: "same",
      isWhole: false,
      standing: { steps: 5, phase: "Open", budgetLeft: { steps: 245 }, lastRows: [{}, {}, {}, {}, { step: 5 }] },
    });
    expect(await replay(["short", "--until", "500"], 1)).toMatchObject({
      result: "refused",
      refusal: { code: "no_step" },
    });
  });

  test("names the row at which one byte was changed, wherever it is (M14)", { timeout: 120_000 }, async () => {
    const text = readFileSync(path, "utf8");
    for (const part of [0.2, 0.5, 0.9]) {
      const at = Math.floor(text.length * part);
      const line = text.slice(0, at).split("\n").length;
      const letter = text[at] === "a" ? "b" : "a";
      const report = await replay([cassetteWith((whole) => `${whole.slice(0, at)}${letter}${whole.slice(at + 1)}`)], 1);
      expect(report).toMatchObject({ result: "refused", refusal: { code: "damaged", row: line - 1 } });
    }
  });

  test("names the step at which a cassette that was chained anew differs, for people too", async () => {
    const changed = cassetteWith(() =>
      chained(
        rowsOf(path).map((row) => {
          const { event } = row;
          if (event.kind !== "tape.ran" || event["key"] !== "tc-13-1") return row;
          return { ...row, event: { ...event, value: { ...(event["value"] as JsonObject), shown: "other" } } };
        }),
      ),
    );
    const { code, stdout } = await tusk(["replay", changed]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^differs: /);
    expect(stdout).toMatch(/^first at step 13 \(run 1, row \d+ of the cassette\): tool\.settled, result\.shown$/m);
    expect(stdout).toContain('\n  replayed: "other"\n');
  });

  test("a cassette that a crash cut replays as far as it goes", async () => {
    const cut = cassetteWith((text) => text.slice(0, Math.floor(text.length * 0.6)));
    expect(await replay([cut], 0)).toMatchObject({ result: "same", isWhole: false });
  });

  test.each([
    ["there is none", () => "nowhere/x.jsonl", /there is no cassette nowhere\/x\.jsonl/],
    ["no session was recorded so", () => "unknown", /there is no session unknown/],
    ["it is a journal of a session", () => join(state, "sessions/short.jsonl"), /no row of a cassette has the kind/],
    ["it is empty", () => cassetteWith(() => ""), /is no cassette/],
  ])("cannot be used where %s", async (_, file, problem) => {
    const { code, stdout, stderr } = await tusk(["replay", file(), "--state", state]);
    expect([code === 0, `${stdout}${stderr}`]).toEqual([false, expect.stringMatching(problem)]);
  });
});

describe("tusk replay --fork", () => {
  test("writes what was done until a step as a session that verifies and is taken up by another model", async () => {
    const report = await replay(["short", "--until", "10", "--fork", "--as", "second-try"], 0);
    expect(report).toMatchObject({ result: "same", fork: { sessionId: "second-try" } });
    const made = await verified(state);
    expect([made.result, made.things.filter(({ holds }) => !holds)]).toEqual(["accepted", []]);
    const script = [call("add", { n: 1000 }), say("another end")];
    expect(await recordRun(state, { script, sessionId: "second-try", resume: true })).toBe("Completed");
    const after = await verified(state);
    expect([after.result, after.walked.sessions]).toEqual(["accepted", 2]);
    // The run that took it up was recorded, with the rows that it began from.
    expect(await replay(["second-try"], 0)).toMatchObject({ result: "same", isFromStart: false, runs: 1 });
    const again = await tusk(["replay", "second-try", "--fork", "--state", state]);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("was not recorded")]);
    const taken = await tusk(["replay", "short", "--fork", "--as", "second-try", "--state", state]);
    expect([taken.code, taken.stderr]).toEqual([1, expect.stringContaining("there is a session second-try already")]);
  }, 60_000);

  test("of a whole run is that run under another name", async () => {
    const { fork } = await replay(["short", "--fork"], 0);
    expect(fork).toEqual({ sessionId: "short-fork-16", path: join(state, "sessions/short-fork-16.jsonl") });
    expect(await verified(state)).toMatchObject({ result: "accepted" });
  });
});

describe("a rule of the gate that was changed", () => {
  test(
    "makes a replay name the first step that it would have judged otherwise (R24)",
    { timeout: 120_000 },
    async () => {
      const changed = join(mkdtempSync(join(folder, "changed-")), "tusk");
      mkdirSync(changed);
      for (const part of ["package.json", "bin", "src"])
        cpSync(join(ROOT, part), join(changed, part), {
          recursive: true,
          filter: (file) => !file.endsWith(".test.ts"),
        });
      symlinkSync(join(ROOT, "node_modules"), join(changed, "node_modules"));
      const program = join(changed, "bin/tusk");
      const args = ["replay", path, "--json"];
      const before = await runProcess(program, args, { timeout: 60_000 });
      expect([before.code, before.stderr]).toEqual([0, ""]);
      const file = join(changed, "src/kernel/gate/rules/full/result.ts");
      const rule = 'if (row.outcome !== "interrupted" || use?.wire.disposition !== "consumed") return NONE;';
      const source = readFileSync(file, "utf8");
      expect(source).toContain(rule);
      writeFileSync(file, source.replace(rule, 'if (row.outcome !== "failed") return NONE;'));
      const after = await runProcess(program, args, { timeout: 60_000 });
      // Step 3 has the first call that failed.
      expect([after.code, JSON.parse(after.stdout)]).toMatchObject([
        1,
        {
          result: "differs",
          difference: { step: 3, what: "judged the turn", path: "tripped", replayed: '["tool.use_unknown_result"]' },
        },
      ]);
    },
  );
});
