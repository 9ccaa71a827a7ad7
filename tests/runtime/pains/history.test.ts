import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { History, type SessionEvent, SessionState } from "#kernel";
import type { JournalEvent } from "#ports";
import { InvariantError, openFileJournal } from "../../../src/index.ts";
import { call, calls, checkLegalHistory, manualClock, say } from "../../../src/testing/index.ts";
import { openPermissions } from "../../../src/tools-door.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { bareRun } from "../bare-run.ts";
import { latch } from "../latch.ts";
import { auditOf, ended, eventsOf, rowsOf, setOf, stage, textTool } from "../staged.ts";
import { askRules, fileSession, startChild } from "./file-session.ts";

const root = temporaryFolder();
const newFolder = (): string => mkdtempSync(join(root, "s-"));
const two = calls([call("note", { text: "a" }), call("note", { text: "b" })]);
const note = textTool("note", (text) => `noted ${text}`);

describe("pain 1: session bricked: tool_use without tool_result after interrupt, abort or /compact; every later request is 400", () => {
  test("pain 1: an open call cannot be put into a request: the history does not close, and the run says so", async () => {
    const history = new History();
    history.addUser("go");
    history.addReply([{ kind: "tool_call", providerCallId: "p", tool: "note", argumentsText: "{}" }], ["tc-1"]);
    expect(history.close()).toBe(undefined);
    expect(() => history.addUser("and now?")).toThrowError(InvariantError);
    expect(() => history.addReply([], [])).toThrowError(InvariantError);
    const { run } = await bareRun([two]);
    run.record({ kind: "step.started", step: 1, callId: "c", specDigest: "d", request: { digest: "d", leftOut: 0 } });
    const blocks = [{ kind: "tool_call", providerCallId: "p", tool: "note", argumentsText: "{}" }] as const;
    const usage = { inputTokens: 0, outputTokens: 0 };
    run.record({
      kind: "model.replied",
      step: 1,
      blocks,
      stopReason: "tool_use",
      usage,
      replyDigest: "d",
      toolCallIds: ["tc-1-1"],
    });
    expect(() => run.closedHistory()).toThrowError(InvariantError);
  });

  test.each(["ModelResponded", "ToolDispatched", "ToolCompleted"])(
    "pain 1: aborted on %s, with a real file: the next request is legal, and so is each one after it",
    async (kind) => {
      const first = fileSession(newFolder(), [two], { tools: setOf(note) });
      const run = first.start();
      const aborted = await ended(run, (event) => (event.kind === kind ? run.cancel() : undefined));
      expect(aborted.result.phase).toBe("Interrupted");
      const second = fileSession(join(first.path, ".."), [two, say("done")], { tools: setOf(note) });
      const { result } = await ended(second.resume());
      expect([result.phase, second.model.requests.map(({ messages }) => checkLegalHistory(messages))]).toEqual([
        "Completed",
        [[], []],
      ]);
      expect(auditOf(await second.rows())).toBe(undefined);
    },
  );

  test("pain 1: killed with -9 while two calls ran: each gets its answer when the session is taken up", async () => {
    const folder = newFolder();
    const child = startChild(folder, "hangs");
    await child.said("effect", 2);
    await child.kill();
    const session = fileSession(folder, [say("then I ask")], { tools: setOf(textTool("pay", () => "never")) });
    const { result } = await ended(session.resume());
    expect([result.phase, session.model.requests.map(({ messages }) => checkLegalHistory(messages))]).toEqual([
      "Completed",
      [[]],
    ]);
    expect(session.model.requests[0]?.messages.at(-1)).toMatchObject({ role: "tool", answers: [{}, {}] });
  });
});

describe("pain 2: opposite orphan (tool_result without call) survives one-directional repair", () => {
  const settled = (toolCallId: string): SessionEvent => ({
    kind: "tool.settled",
    step: 1,
    result: {
      toolCallId,
      outcome: "ok",
      provenance: { kind: "api", ref: "x" },
      seq: 1,
      payload: "x",
      shown: "x",
    } as never,
  });

  test("pain 2: refused when it is appended, not when it is sent: a result of no call, and a second result of one", async () => {
    const { run } = await bareRun([two]);
    run.record({ kind: "step.started", step: 1, callId: "c", specDigest: "d", request: { digest: "d", leftOut: 0 } });
    expect(() => run.record(settled("tc-9-9"))).toThrowError(
      new InvariantError("an answer to tc-9-9, which is no open call"),
    );
    const blocks = [{ kind: "tool_call", providerCallId: "p", tool: "note", argumentsText: "{}" }] as const;
    const usage = { inputTokens: 0, outputTokens: 0 };
    run.record({
      kind: "model.replied",
      step: 1,
      blocks,
      stopReason: "tool_use",
      usage,
      replyDigest: "d",
      toolCallIds: ["tc-1-1"],
    });
    run.record(settled("tc-1-1"));
    expect(() => run.record(settled("tc-1-1"))).toThrowError(InvariantError);
  });

  test("pain 2: one that somebody wrote into the file, chained as it should be, is found with its row; nothing is sent", async () => {
    const session = fileSession(newFolder(), [two, say("done"), say("never")], { tools: setOf(note) });
    await ended(session.start());
    const rows = await session.rows();
    const stray = rows.find(({ event }) => event.kind === "tool.settled")?.event as JournalEvent;
    const journal = await openFileJournal({
      path: session.path,
      sessionId: "s-1",
      clock: manualClock(),
      sync: "never",
    });
    const { seq } = journal.append(stray);
    await journal.close();
    const sent = session.model.requests.length;
    const { result } = await ended(session.resume({ input: "again" }));
    expect(result).toMatchObject({ phase: "Failed", error: { category: "InternalInvariant" } });
    expect(result.phase === "Failed" && result.error.message).toContain(`row ${seq}`);
    expect(session.model.requests.length).toBe(sent);
    expect(auditOf(await session.rows())).toMatchObject({ seq });
  });
});

describe('pain 3: interrupt of a running tool is reported to the model as "rejected, not executed"', () => {
  test("pain 3: interrupted, denied and failed are three outcomes, and the model reads which", async () => {
    const started = latch();
    const slow = textTool("slow", (_, { signal }) => {
      started.open();
      return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("stopped"))));
    });
    const first = stage([call("slow", { text: "x" })], { tools: setOf(slow) });
    const run = first.start();
    void started.opened.then(() => run.cancel());
    const { result } = await ended(run);
    expect(rowsOf(first.journal.rows, "tool.settled")).toMatchObject([{ result: { outcome: "interrupted" } }]);
    const told = result.finalMessages.at(-1);
    const text = told?.role === "tool" ? (told.answers[0]?.text ?? "") : "";
    expect(text).toContain("whether it took effect is unknown");
    expect(text).not.toMatch(/reject|denied|not executed|not run/i);
    const guard = { id: "g", stage: "pre_flight", check: () => true } as const;
    const denied = stage([call("slow", { text: "x" }), say("done")], { tools: setOf(slow), guards: [guard] });
    await ended(denied.start());
    expect(rowsOf(denied.journal.rows, "tool.settled")).toMatchObject([{ result: { outcome: "denied" } }]);
    const failing = textTool("slow", () => Promise.reject({ code: "NotFound", message: "no" }));
    const failed = stage([call("slow", { text: "x" }), say("done")], { tools: setOf(failing) });
    await ended(failed.start());
    expect(rowsOf(failed.journal.rows, "tool.settled")).toMatchObject([{ result: { outcome: "failed" } }]);
  });

  test("pain 3: killed with -9 in the middle of it: the next run tells the model that the effect is unknown", async () => {
    const folder = newFolder();
    const child = startChild(folder, "hangs");
    await child.said("effect", 2);
    await child.kill();
    // That the calls were to run stood on the disk before they did.
    expect(child.lines().filter((line) => line.startsWith("onDisk"))).toEqual(["onDisk true", "onDisk true"]);
    const session = fileSession(folder, [say("then I ask")], { tools: setOf(textTool("pay", () => "never")) });
    await ended(session.resume());
    const told = session.model.requests[0]?.messages.at(-1);
    for (const { text, isFailure } of told?.role === "tool" ? told.answers : []) {
      expect([isFailure, text.includes("whether it took effect is unknown")]).toEqual([true, true]);
      expect(text).not.toMatch(/reject|denied|not executed|not run/i);
    }
    expect(rowsOf(await session.rows(), "session.resumed")).toEqual([
      { kind: "session.resumed", interrupted: ["tc-1-1", "tc-1-2"] },
    ]);
  });
});

describe("pain 15: approval state lost or skipped across turns/restarts", () => {
  const permissionsOf = (asked: string[], root_: string) => (seat: Parameters<typeof openPermissions>[0]) =>
    openPermissions({
      ...seat,
      rules: askRules,
      root: root_,
      approver: ({ toolCallId }) => (
        asked.push(toolCallId),
        Promise.resolve({ decision: "approved", scope: "once", by: "bob" })
      ),
    });

  test("pain 15: an approval is a row of the same log: a process that was killed after it has not lost it", async () => {
    const folder = newFolder();
    const child = startChild(folder, "hangs");
    await child.said("effect", 2);
    await child.kill();
    const asked: string[] = [];
    const ran: string[] = [];
    const again = calls([call("pay", { text: "ada" }), call("pay", { text: "eve" })]);
    const session = fileSession(folder, [again, say("done")], {
      tools: setOf(textTool("pay", (text) => (ran.push(text), `paid ${text}`))),
      permissions: permissionsOf(asked, folder) as never,
    });
    const { result, broken } = await ended(session.resume());
    // The session's yes to `ada` still counts; nobody ever said yes to `eve`. And what was approved does run.
    expect([result.phase, asked, ran, broken]).toEqual(["Completed", ["tc-2-2"], ["ada", "eve"], []]);
    expect(
      rowsOf(await session.rows(), "approval.answered").map(({ approval }) => [approval.by, approval.scope]),
    ).toEqual([
      ["ada", "session"],
      ["ada", "session"],
      ["bob", "once"],
    ]);
    expect(auditOf(await session.rows())).toBe(undefined);
  });

  test("pain 15: a yes for once is not found again by a later run, and is never skipped", async () => {
    const asked: string[] = [];
    const session = fileSession(
      newFolder(),
      [call("pay", { text: "ada" }), say("one"), call("pay", { text: "ada" }), say("two")],
      {
        tools: setOf(textTool("pay", (text) => `paid ${text}`)),
        permissions: permissionsOf(asked, root) as never,
      },
    );
    await ended(session.start());
    const { result } = await ended(session.resume({ input: "again" }));
    expect([result.phase, asked]).toEqual(["Completed", ["tc-1-1", "tc-3-1"]]);
  });
});

describe("pain 16: side effects executed twice on resume", () => {
  test("pain 16: killed with -9 after the effects: no later run runs the calls again, and both took effect once", async () => {
    const folder = newFolder();
    const child = startChild(folder, "hangs");
    await child.said("effect", 2);
    await child.kill();
    const effects = (): string => readFileSync(join(folder, "effects"), "utf8");
    expect(effects()).toBe("tc-1-1 ada\ntc-1-2 bob\n");
    for (const text of ["one", "two", "three"]) {
      const ran: string[] = [];
      const session = fileSession(folder, [say(text)], {
        tools: setOf(textTool("pay", (name) => (ran.push(name), ""))),
      });
      const { result } = await ended(session.resume({ input: text }));
      expect([result.phase, ran]).toEqual(["Completed", []]);
    }
    expect(effects()).toBe("tc-1-1 ada\ntc-1-2 bob\n");
  });

  test("pain 16: a call that was settled before the kill keeps its result; only the other one is unknown", async () => {
    const stop = latch();
    const folder = newFolder();
    const pay = textTool("note", (text) => (text === "a" ? "paid a" : stop.opened.then(() => "late")));
    const first = fileSession(folder, [two], { tools: setOf(pay) });
    const run = first.start();
    const rows: Promise<unknown>[] = [];
    // The first result is told of, so it is durable; then this process looks at the file as if the other one had died here.
    await new Promise<void>((resolve) => {
      void ended(run, ({ kind }) => {
        if (kind !== "ToolCompleted") return;
        rows.push(first.rows().then((found) => found));
        resolve();
      });
    });
    const [found] = (await Promise.all(rows)) as [Awaited<ReturnType<typeof first.rows>>];
    stop.open();
    await run.result;
    const state = new SessionState();
    for (const event of eventsOf(found)) state.apply(event);
    expect(state.history.openCalls).toEqual([{ toolCallId: "tc-1-2", tool: "note" }]);
    expect(state.turn?.settled.map(({ shown }) => shown)).toEqual(["paid a"]);
  });
});

describe("pain 17: stop reason not understood -> loop ends early or never", () => {
  test.each(["content_filter", "model_context_window_exceeded", "", "constructor", "END_TURN"])(
    "pain 17: %j is nobody's to guess: a typed end, protocol.stop_reason_unhandled, and every call answered",
    async (stopReason) => {
      for (const reply of [say("hm", { stopReason }), call("note", { text: "a" }, { stopReason })]) {
        const ran: string[] = [];
        const { journal, model, start } = stage([reply, say("never")], {
          tools: setOf(textTool("note", (text) => (ran.push(text), "noted"))),
        });
        const { result, broken } = await ended(start());
        expect([result, ran, model.requests.length, broken, auditOf(journal.rows)]).toMatchObject([
          { phase: "Failed", error: { category: "InvalidModelAction" } },
          [],
          1,
          [],
          undefined,
        ]);
        // What a gate that forgives case takes for another word is refused by the loop itself.
        if (stopReason !== "" && stopReason !== "END_TURN")
          expect(result).toMatchObject({ refusal: { violations: [{ class: "protocol.stop_reason_unhandled" }] } });
        expect(checkLegalHistory(result.finalMessages)).toEqual([]);
      }
    },
  );

  test("pain 17: a trailing turn of the assistant is never sent back as it is: somebody speaks after it, or it paused", async () => {
    const cut = say("a long", { stopReason: "max_tokens" });
    const policy = {
      ...(await import("../../../src/index.ts")).harnessPolicy,
      engine: {
        onModelError: () => ({ kind: "Retry", consumeBudget: true }) as const,
        onToolError: () => ({ kind: "Fail" }) as const,
      },
    };
    const retried = stage([cut, say("done")], { policy });
    expect((await ended(retried.start())).result.phase).toBe("Completed");
    expect(retried.model.requests[1]?.messages.at(-1)).toEqual({ role: "user", text: "Go on where you were." });
    const stopped = stage([say("one"), say("two")], {
      guards: [{ id: "g", stage: "output", check: () => stopped.model.requests.length === 1 }],
    });
    await ended(stopped.start());
    expect((await ended(stopped.resume())).result).toMatchObject({ phase: "Completed", output: "two" });
    expect(stopped.model.requests[1]?.messages.at(-1)).toMatchObject({ role: "user" });
    const paused = stage([say("wait", { stopReason: "pause_turn" }), say("done")]);
    await ended(paused.start());
    expect(paused.model.requests[1]?.messages.at(-1)?.role).toBe("assistant");
  });

  test("pain 17: a completed session does not go on by itself: it asks for words, typed", async () => {
    const { model, start, resume } = stage([say("done"), say("never")]);
    await ended(start());
    const { result } = await ended(resume());
    expect([result, model.requests.length]).toMatchObject([
      { phase: "Failed", error: { category: "PolicyConfigInvalid" } },
      1,
    ]);
  });
});

describe("pain 19: a finished tool result can't be continued without a fake user message", () => {
  test.each(["ToolCompleted", "StepClosed"])(
    "pain 19: interrupted on %s, the session goes on from its results, and nobody speaks for the user",
    async (kind) => {
      const folder = newFolder();
      const first = fileSession(folder, [two], { tools: setOf(note) });
      const run = first.start();
      let times = 0;
      await ended(run, (event) =>
        event.kind === kind && ++times === (kind === "ToolCompleted" ? 2 : 1) ? run.cancel() : undefined,
      );
      const second = fileSession(folder, [say("done")], { tools: setOf(note) });
      const { result } = await ended(second.resume());
      expect(result).toMatchObject({ phase: "Completed", output: "done" });
      const messages = second.model.requests[0]?.messages ?? [];
      expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
      expect(messages.at(-1)).toMatchObject({ answers: [{ text: "noted a" }, { text: "noted b" }] });
      expect(result.finalMessages.filter(({ role }) => role === "user")).toEqual([{ role: "user", text: "go" }]);
    },
  );
});
