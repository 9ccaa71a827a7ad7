import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { foldSession } from "#runtime";
import { readFileJournal } from "#memory";
import { call, calls, checkLegalHistory, say } from "../../../src/testing/index.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { auditOf, ended, eventsOf, setOf, textTool } from "../staged.ts";
import { fileSession, startChild } from "./file-session.ts";

const root = temporaryFolder();
const newFolder = (): string => mkdtempSync(join(root, "s-"));
const tools = setOf(textTool("note", (text) => `noted ${text}`));
const two = calls([call("note", { text: "a" }), call("note", { text: "b" })]);

/** A session of some turns in a real file. */
async function played(): Promise<{ readonly folder: string; readonly path: string; readonly bytes: Buffer }> {
  const folder = newFolder();
  const session = fileSession(folder, [two, call("note", { text: "c" }), say("done")], { tools });
  await ended(session.start());
  return { folder, path: session.path, bytes: readFileSync(session.path) };
}

describe("pain 4: torn/fused JSONL lines: new entry glued to a truncated one and lost; session disappears", () => {
  test("pain 4: cut in the middle of its last row, the session opens, says what it put aside, and goes on; no whole row is lost", async () => {
    const { folder, path, bytes } = await played();
    const lines = bytes.toString().trimEnd().split("\n");
    truncateSync(path, bytes.length - 10);
    const session = fileSession(folder, [say("again")], { tools });
    const { result } = await ended(session.resume({ input: "go on" }));
    expect([result, session.model.requests.map(({ messages }) => checkLegalHistory(messages))]).toMatchObject([
      { phase: "Completed", output: "again" },
      [[]],
    ]);
    const after = readFileSync(path, "utf8").split("\n");
    expect(after.slice(0, lines.length - 1)).toEqual(lines.slice(0, -1));
    expect(after.some((line) => line.includes('"kind":"journal.healed"'))).toBe(true);
    expect(auditOf(await session.rows())).toBe(undefined);
  });

  test("pain 4: rows that were glued to one line are split, and each of them counts", async () => {
    const { folder, path, bytes } = await played();
    const text = bytes.toString();
    const rows = (await readFileJournal(path)).rows.length;
    const at = text.indexOf("\n", text.length / 2);
    writeFileSync(path, text.slice(0, at) + text.slice(at + 1));
    const session = fileSession(folder, [say("again")], { tools });
    expect((await ended(session.resume({ input: "go on" }))).result.phase).toBe("Completed");
    const now = await session.rows();
    expect([now.length > rows, auditOf(now)]).toEqual([true, undefined]);
  });

  test("pain 4: a row behind the beginning of one that was never finished is not lost", async () => {
    const { folder, path, bytes } = await played();
    const lines = bytes.toString().trimEnd().split("\n");
    const torn = (lines.at(-1) ?? "").slice(0, 80);
    // A crash left half of the last row; somebody's append came behind it without a newline between.
    writeFileSync(path, `${lines.slice(0, -1).join("\n")}\n${torn}${lines.at(-1)}\n`);
    const session = fileSession(folder, [say("again")], { tools });
    const { result } = await ended(session.resume({ input: "go on" }));
    expect([result.phase, auditOf(await session.rows())]).toEqual(["Completed", undefined]);
    expect(eventsOf(await session.rows()).filter(({ kind }) => kind === "session.ended").length).toBe(2);
  });

  const hasLimits = spawnSync("/bin/sh", ["-c", "prlimit --version"]).status === 0;
  test.skipIf(!hasLimits)(
    "pain 4: a file that may grow no further fails the turn, typed; when there is room, the session goes on (skipped without prlimit)",
    async () => {
      const folder = newFolder();
      const child = startChild(folder, "long", ["prlimit", "--fsize=60000"]);
      await child.ended;
      const [phase, message] = JSON.parse(child.lines().at(-1)?.slice("ended ".length) ?? "[]") as [string, string];
      expect([phase, message]).toEqual(["Failed", expect.stringContaining("journal")]);
      const told = child
        .lines()
        .filter((line) => line.startsWith("event "))
        .map((line) => JSON.parse(line.slice(6)) as { kind: string; step: number });
      const session = fileSession(folder, [say("there is room")], { tools: setOf(textTool("pay", () => "")) });
      const rows = await session.rows();
      // Nothing that was told of is missing.
      const closed = eventsOf(rows).filter(({ kind }) => kind === "join.closed").length;
      expect(closed).toBeGreaterThanOrEqual(told.filter(({ kind }) => kind === "StepClosed").length);
      const { result } = await ended(session.resume());
      expect([result.phase, auditOf(await session.rows())]).toEqual(["Completed", undefined]);
      expect(session.model.requests.map(({ messages }) => checkLegalHistory(messages))).toEqual([[]]);
    },
  );
});

describe("pain 5: null-byte block mid-file: resume silently drops everything after it", () => {
  test("pain 5: it is refused with the line and the byte where it begins; nothing is dropped, changed or sent", async () => {
    const { folder, path, bytes } = await played();
    const hurt = Buffer.from(bytes);
    const at = hurt.indexOf(10, Math.floor(hurt.length / 3)) + 100;
    hurt.fill(0, at, at + 512);
    writeFileSync(path, hurt);
    const session = fileSession(folder, [say("never")], { tools });
    const { result } = await ended(session.resume({ input: "go on" }));
    const line = hurt.subarray(0, at).toString().split("\n").length;
    expect(result.phase === "Failed" && result.error.message).toContain(`line ${line}`);
    expect([session.model.requests, readFileSync(path).equals(hurt)]).toEqual([[], true]);
    const { rows, damage } = await readFileJournal(path);
    expect([rows.length, damage?.line]).toEqual([line - 1, line]);
  });
});

describe("pain 6: two processes write one session file; corruption crashes all tabs", () => {
  test("pain 6: a second process is refused, typed, while the first one lives, which notices nothing; killed, it frees the session at once", async () => {
    const folder = newFolder();
    const child = startChild(folder, "hangs");
    await child.said("effect", 2);
    const size = readFileSync(join(folder, "s-1.jsonl")).length;
    const session = fileSession(folder, [say("mine now")], { tools: setOf(textTool("pay", () => "")) });
    const refused = await ended(session.resume({ input: "let me" }));
    expect(refused.result.phase === "Failed" && refused.result.error.message).toContain("another writer has it");
    expect([readFileSync(join(folder, "s-1.jsonl")).length, child.process.exitCode, session.model.requests]).toEqual([
      size,
      null,
      [],
    ]);
    await child.kill();
    const { result } = await ended(session.resume({ input: "let me" }));
    expect([result.phase, auditOf(await session.rows())]).toEqual(["Completed", undefined]);
  });

  test("pain 6: two runs of one process on one session: the second one is refused, the first one completes", async () => {
    const folder = newFolder();
    const session = fileSession(folder, [two, say("done")], { tools });
    const run = session.start();
    const late: Promise<unknown>[] = [];
    const { result } = await ended(run, ({ kind }) => {
      if (kind === "ToolDispatched" && late.length === 0) late.push(session.resume().result);
    });
    expect([result.phase, await late[0], auditOf(await session.rows())]).toMatchObject([
      "Completed",
      { phase: "Failed" },
      undefined,
    ]);
  });

  test("pain 6: bytes that somebody else appended are noticed before the next row of ours, and the run ends typed", async () => {
    const folder = newFolder();
    const session = fileSession(folder, [two, say("never")], {
      tools: setOf(textTool("note", (text) => (appendFileSync(session.path, "{}\n"), `noted ${text}`))),
    });
    const { result, broken } = await ended(session.start());
    expect([result, broken]).toMatchObject([{ phase: "Failed", error: { category: "InternalInvariant" } }, []]);
    expect(session.model.requests.length).toBe(1);
  });
});

describe("pain 7: history lost on crash because it is buffered / memory ahead of disk", () => {
  test("pain 7: whatever was told of stands in the file of a process that was killed with -9 then", async () => {
    for (const [start, times] of [
      ['event {"kind":"ModelResponded"', 1],
      ["effect", 1],
      ['event {"kind":"StepClosed"', 1],
      ['event {"kind":"ToolCompleted"', 3],
    ] as const) {
      const folder = newFolder();
      const child = startChild(folder, "long");
      await child.said(start, times);
      await child.kill();
      const told = child
        .lines()
        .filter((line) => line.startsWith("event "))
        .map((line) => JSON.parse(line.slice(6)) as { kind: string });
      const { rows, damage } = await readFileJournal(join(folder, "s-1.jsonl"));
      const counted = (kind: string): number => eventsOf(rows).filter((row) => row.kind === kind).length;
      const heard = (kind: string): number => told.filter((event) => event.kind === kind).length;
      expect(damage).toBe(undefined);
      expect(counted("model.replied")).toBeGreaterThanOrEqual(heard("ModelResponded"));
      expect(counted("tool.settled")).toBeGreaterThanOrEqual(heard("ToolCompleted"));
      expect(counted("join.closed")).toBeGreaterThanOrEqual(heard("StepClosed"));
      expect(counted("step.started")).toBeGreaterThanOrEqual(heard("StepStarted"));
      // And no effect without its call on the disk before it.
      expect(child.lines().filter((line) => line === "onDisk false")).toEqual([]);
    }
  });

  test("pain 7: memory is a fold over the file: at the end of a run both say the same", async () => {
    const folder = newFolder();
    const session = fileSession(folder, [two, call("note", { text: "c" }), say("done")], { tools });
    const { result } = await ended(session.start());
    const folded = foldSession(await session.rows());
    expect([folded.history.messages, folded.step, folded.budget?.left, folded.usage]).toEqual([
      result.finalMessages,
      result.steps,
      result.budgetLeft,
      result.usage,
    ]);
  });
});

describe("pain 8: compaction bricks or derails: resume hangs, previous turn redone, task intent lost", () => {
  const long = "x".repeat(400);
  test("pain 8: the window leaves out whole turns and never a call without its answer; the task stays, the rows stay, a resume goes on", async () => {
    const folder = newFolder();
    const script = (from: number) => (_: unknown, turn: number) =>
      turn === 12
        ? say(`end of ${from}`)
        : calls([call("note", { text: `${from}-${turn}a${long}` }), call("note", { text: `${from}-${turn}b${long}` })]);
    const first = fileSession(folder, script(1), { tools, requestTokens: 1_500 });
    const { result } = await ended(first.start("the task"));
    const before = await first.rows();
    const second = fileSession(folder, script(2), { tools, requestTokens: 1_500 });
    const resumed = await ended(second.resume({ input: "and now the other half" }));
    expect([result.phase, resumed.result.phase]).toEqual(["Completed", "Completed"]);
    for (const { messages } of [...first.model.requests, ...second.model.requests]) {
      expect(checkLegalHistory(messages)).toEqual([]);
      expect(messages[0]).toEqual({ role: "user", text: "the task" });
    }
    for (const { messages } of second.model.requests)
      expect(messages.some((message) => message.role === "user" && message.text === "and now the other half")).toBe(
        true,
      );
    const leftOut = eventsOf(await second.rows()).flatMap((row) =>
      row.kind === "step.started" ? [row.request.leftOut] : [],
    );
    expect(leftOut.at(-1)).toBeGreaterThan(20);
    // Nothing was summed up or thrown away: the rows of the first run are there as they were, and nothing was run again.
    const after = await second.rows();
    expect(after.slice(0, before.length)).toEqual(before);
    const settled = eventsOf(after).flatMap((row) => (row.kind === "tool.settled" ? [row.result.toolCallId] : []));
    expect(new Set(settled).size).toBe(settled.length);
    expect(auditOf(after)).toBe(undefined);
  });
});
