import { existsSync, mkdirSync, mkdtempSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { compileSchema, type Json, parseTimestamp, publishedSchema } from "#kernel";
import { call, say } from "#models";
import { sessionList, sessionShow } from "../../src/cli/render/sessions.ts";
import { tusk } from "../cli/program.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { recordState, resumeState } from "./recorded-state.ts";
import { chained, rowsOf } from "./verifying.ts";

const folder = temporaryFolder();
let home = "";

beforeAll(async () => {
  home = mkdtempSync(join(folder, "home-"));
  const state = await recordState(home, "alpha-1");
  await recordState(home, "alpha-2", [say("Nothing to add.")]);
  await resumeState(state, "alpha-1");
});

/** What a command printed as JSON, checked against its published schema. */
async function answer(kind: string, args: readonly string[], code = 0): Promise<Json> {
  const ended = await tusk([...args, "--json"], { cwd: home });
  const value = JSON.parse(ended.stdout) as Json;
  const check = compileSchema(publishedSchema(kind) ?? false);
  expect([ended.code, ended.stderr, check(value)]).toEqual([code, "", []]);
  return value;
}

describe("tusk session list", () => {
  test("names every session, its steps, how it stands and what was asked last (H07)", async () => {
    const { code, stdout } = await tusk(["session", "list"], { cwd: home });
    expect(code).toBe(0);
    expect(
      stdout
        .replaceAll(/\d{4}-\S+Z/g, "TIME")
        .split("\n")
        .toSorted(),
    ).toEqual([
      "",
      "alpha-1  TIME     6 steps  Completed    And 5 + 6?",
      "alpha-2  TIME     1 steps  Completed    How much is 1 + 2?",
    ]);
    expect(await answer("session-list.output", ["session", "list"])).toMatchObject({
      sessions: [{ phase: "Completed" }, { phase: "Completed" }],
    });
  });

  test("is empty where there is none", async () => {
    const empty = mkdtempSync(join(folder, "empty-"));
    mkdirSync(join(empty, ".premath"));
    expect(await tusk(["session", "list"], { cwd: empty })).toEqual({ code: 0, stdout: "no sessions\n", stderr: "" });
  });

  test("has the newest first", async () => {
    const here = mkdtempSync(join(folder, "order-"));
    for (const [sessionId, day] of [
      ["a", "02"],
      ["b", "03"],
      ["c", "01"],
    ] as const) {
      const state = await recordState(here, sessionId, [say("x")]);
      const path = join(state, "sessions", `${sessionId}.jsonl`);
      const at = parseTimestamp(`2026-03-${day}T12:00:00Z`) ?? expect.fail();
      writeFileSync(path, chained(rowsOf(path).map((row) => ({ ...row, at }))));
    }
    const { stdout } = await tusk(["session", "list"], { cwd: here });
    expect(stdout.split("\n").map((line) => line.slice(0, 13))).toEqual([
      "b  2026-03-03",
      "a  2026-03-02",
      "c  2026-03-01",
      "",
    ]);
  });

  test("shows what files say harmlessly", () => {
    const session = { path: "p", steps: 1, phase: "Open", sessionId: "b\u001B[2J", lastInput: "x\ny" } as const;
    const printed: string[] = [];
    const paper = { isTerminal: false, rich: false, color: false, json: false, warn: () => undefined };
    const data = { action: "session.list", stateFolder: ".", sessions: [session] } as const;
    sessionList(data, { ...paper, print: (text) => void printed.push(text) });
    expect(printed.join("")).toBe("b\\u{1b}[2J  -     1 steps  Open         x\\ny\n");
  });
});

describe("tusk session show", () => {
  test("tells inputs, replies, calls with what they gave, faults and ends", async () => {
    const { code, stdout } = await tusk(["session", "show", "alpha-1"], { cwd: home });
    const lines = stdout.split("\n").slice(1);
    expect(code).toBe(0);
    expect(lines.slice(0, 12)).toEqual([
      "  > How much is 1 + 2?",
      "step 1",
      '  * tc-1-1 add {"a":1,"b":2}',
      "  = tc-1-1 add ok: 3",
      "step 2",
      '  * tc-2-1 add {"a":3,"b":4}',
      '  * tc-2-2 add {"a":0.5,"b":1}',
      '  * tc-2-3 add {"a":-1,"b":1}',
      "  = tc-2-1 add ok: 7",
      "  = tc-2-2 add ok: 1.5",
      '  = tc-2-3 add failed: {"code":"InvalidInput","message":"add: only from 0; received: a (number), b (number)","retryable":false}',
      "step 3",
    ]);
    expect(lines.slice(-10)).toEqual([
      "  . Completed",
      "  + taken up",
      "  > And 5 + 6?",
      "step 5",
      '  * tc-5-1 add {"a":5,"b":6}',
      "  = tc-5-1 add ok: 11",
      "step 6",
      "  < 11",
      "  . Completed",
      "",
    ]);
    expect(lines.filter((line) => /^ {2}[?!x] /.test(line)).map((line) => line.slice(0, 24))).toEqual([
      "  ? Reprompt on InvalidM",
      "  ! Your last reply coul",
      "  x InvalidModelAction: ",
    ]);
    expect(await answer("session-show.output", ["session", "show", "alpha-1"])).toMatchObject({ sessionId: "alpha-1" });
  });

  test("takes the beginning of an id where one session begins so, else it says which there are", async () => {
    expect((await tusk(["session", "show", "alpha-2"], { cwd: home })).code).toBe(0);
    expect(await tusk(["session", "show", "alpha"], { cwd: home })).toEqual({
      code: 1,
      stdout: "",
      stderr: "error: session id is ambiguous: alpha (alpha-1, alpha-2)\n",
    });
    for (const id of ["beta", "../alpha-1", ""])
      expect(await tusk(["session", "show", id], { cwd: home })).toEqual({
        code: 1,
        stdout: "",
        stderr: `error: there is no session ${id}; there are: alpha-1, alpha-2\n`,
      });
  });

  test("cuts long texts and shows what files say harmlessly", () => {
    const printed: string[] = [];
    const entry = { seq: 1, at: "2026-03-01T12:00:00Z" as never, text: `\u001B]0;x\u0007${"é".repeat(500)}` };
    sessionShow(
      {
        action: "session.show",
        sessionId: "s",
        path: "p",
        steps: 0,
        phase: "Open",
        entries: [{ ...entry, what: "input" }],
      },
      {
        isTerminal: true,
        rich: true,
        color: false,
        json: false,
        print: (text) => void printed.push(text),
        warn: () => undefined,
      },
    );
    expect(printed.join("")).toBe(
      `s  -  0 steps  Open\n  > \\u{1b}]0;x\\u{7}${"é".repeat(385)} ... (506 characters)\n`,
    );
  });
});

describe("tusk session export", () => {
  test.each(["anthropic", "openai", "markdown"])("%s: the conversation as it was had (H07)", async (format) => {
    const { code, stdout, stderr } = await tusk(["session", "export", "alpha-1", "--format", format], { cwd: home });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("And 5 + 6?");
    if (format !== "markdown") expect(() => JSON.parse(stdout) as Json).not.toThrow();
    const data = await answer("session-export.output", ["session", "export", "alpha-1", "--format", format]);
    expect(data).toMatchObject({ to: null, messages: 12, text: stdout, notes: [] });
  });

  test("writes to a file, and to none in the state folder", async () => {
    const out = join(home, "out/a.json");
    mkdirSync(join(home, "out"));
    const args = ["session", "export", "alpha-2", "--format", "openai", "--out"];
    expect(await tusk([...args, out], { cwd: home })).toEqual({
      code: 0,
      stdout: `exported 2 messages to ${out}\n`,
      stderr: "",
    });
    expect(JSON.parse(readFileSync(out, "utf8"))).toMatchObject({ messages: [{ role: "system" }, {}, {}] });
    const inside = ".premath/sessions/alpha-2.jsonl";
    const before = readFileSync(join(home, inside));
    expect(await tusk([...args, inside], { cwd: home })).toEqual({
      code: 1,
      stdout: "",
      stderr: `error: ${inside} is in the state folder, which sessions are not exported to\n`,
    });
    expect(readFileSync(join(home, inside))).toEqual(before);
    expect(existsSync(join(home, ".premath/new.json"))).toBe(false);
  });
});

describe("a damaged journal is shown as far as it holds, with the damage named and exit code 1", () => {
  let damaged = "";
  beforeAll(async () => {
    damaged = mkdtempSync(join(folder, "damaged-"));
    const state = await recordState(damaged, "s1", [call("add", { a: 1, b: 2 }), say("It is 3.")]);
    const path = join(state, "sessions/s1.jsonl");
    writeFileSync(path, readFileSync(path, "utf8").replace("It is 3.", "It is 4."));
  });

  test("list, show and export", async () => {
    const at = /line 11 at byte \d+: a byte of it was changed: it is not what its own digest names\n/;
    const list = await tusk(["session", "list"], { cwd: damaged });
    expect([list.code, at.test(list.stdout)]).toEqual([1, true]);
    const show = await tusk(["session", "show", "s1"], { cwd: damaged });
    expect([show.code, at.test(show.stdout), show.stdout.includes("tc-1-1 add ok: 3")]).toEqual([1, true, true]);
    const exported = await tusk(["session", "export", "s1", "--format", "anthropic"], { cwd: damaged });
    expect([exported.code, at.test(exported.stderr)]).toEqual([1, true]);
    expect(JSON.parse(exported.stdout)).toMatchObject({ messages: [{ role: "user" }, { role: "assistant" }, {}] });
  });

  test("a session that a crash cut is no damage: its open call is told as one whose end nobody knows (R11)", async () => {
    const cut = mkdtempSync(join(folder, "cut-"));
    const state = await recordState(cut, "s1", [call("add", { a: 1, b: 2 }), say("It is 3.")]);
    const path = join(state, "sessions/s1.jsonl");
    const lines = readFileSync(path, "utf8").split("\n");
    const settled = lines.findIndex((line) => line.includes('"kind":"tool.settled"'));
    truncateSync(path, Buffer.byteLength(lines.slice(0, settled).join("\n")) + 30);
    const { code, stdout } = await tusk(["session", "export", "s1", "--format", "openai"], { cwd: cut });
    expect(code).toBe(0);
    expect(stdout).toContain("whether it took effect is unknown");
    expect((await tusk(["session", "list"], { cwd: cut })).stdout).toMatch(/1 steps {2}Open/);
  });
});
