import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { composePorts } from "../../src/cli/compose.ts";
import { run as replayRun } from "../../src/host/actions/replay.ts";
import { tusk } from "../cli/program.ts";
import { longScript, recordRun } from "../runtime/replay-recorded.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { recordState } from "./recorded-state.ts";

const folder = temporaryFolder();
let home = "";
let state = "";

beforeAll(async () => {
  home = mkdtempSync(join(folder, "home-"));
  state = await recordState(home, "s1");
  expect(await recordRun(state, { script: longScript(1, 3), sessionId: "taped" })).toBe("Completed");
}, 60_000);

test("session export makes no folders", async () => {
  const { code, stderr } = await tusk(["session", "export", "s1", "--format", "markdown", "--out", "no/such/x.md"], {
    cwd: home,
  });
  expect([code, stderr]).toEqual([1, expect.stringContaining("there is no folder no/such")]);
  expect(existsSync(join(home, "no"))).toBe(false);
});

test("session list tells what is no file, and lists the rest", async () => {
  const here = mkdtempSync(join(folder, "list-"));
  const sessions = join(await recordState(here, "s1"), "sessions");
  symlinkSync("s1.jsonl", join(sessions, "link.jsonl"));
  execFileSync("mkfifo", [join(sessions, "pipe.jsonl")]);
  const { code, stdout } = await tusk(["session", "list", "--json"], { cwd: here });
  const listed = (JSON.parse(stdout) as { sessions: { sessionId: string; problem?: string }[] }).sessions;
  expect([code, listed.map(({ sessionId, problem }) => [sessionId, problem === undefined])]).toEqual([
    1,
    expect.arrayContaining([
      ["s1", true],
      ["link", false],
      ["pipe", false],
    ]),
  ]);
});

test("session resume writes nothing to a journal that has no rows, and says so", async () => {
  const here = mkdtempSync(join(folder, "empty-"));
  mkdirSync(join(here, ".premath/sessions"), { recursive: true });
  const path = join(here, ".premath/sessions/s1.jsonl");
  writeFileSync(path, "");
  const { code, stderr } = await tusk(["session", "resume", "s1"], { cwd: here });
  expect([code, stderr]).toEqual([1, expect.stringContaining("was never begun")]);
  expect([readFileSync(path, "utf8"), readdirSync(join(here, ".premath/sessions"))]).toEqual(["", ["s1.jsonl"]]);
});

describe("tusk replay", () => {
  test("says what is no cassette", async () => {
    writeFileSync(join(home, "README.md"), "# Read me\n");
    const { code, stderr } = await tusk(["replay", "README.md"], { cwd: home });
    expect([code, stderr]).toEqual([2, expect.stringContaining("README.md is no cassette: line 1")]);
  });

  test("takes --as with --fork only", async () => {
    const { code, stderr } = await tusk(["replay", "taped", "--as", "x"], { cwd: home });
    expect([code, stderr]).toEqual([2, expect.stringContaining("give --fork too")]);
  });

  test("leaves no half session behind where a fork differs", async () => {
    const ports = composePorts("tusk replay", {
      abbreviatesIds: true,
      tellLine: () => undefined,
      note: () => undefined,
    });
    const values = new Map([
      ["state", state],
      ["as", "half"],
    ]);
    const args = { values, switches: new Set(["fork"]), lists: new Map(), operands: ["taped"] };
    const outcome = await replayRun(args, {
      ...ports,
      replay: async (cassette, options) => {
        const report = await ports.replay(cassette, options);
        return options?.fork === undefined ? report : { ...report, result: "differs" };
      },
    });
    expect(outcome).toMatchObject({ ok: true, exit: 1, data: { result: "differs" } });
    expect(readdirSync(join(state, "sessions")).filter((name) => name.startsWith("half"))).toEqual([]);
  });
});
