import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  type AgentOptions,
  harnessPolicy,
  openFileJournal,
  type Tool,
  type ToolContext,
  toolFromJsonSchema,
} from "../../src/index.ts";
import {
  calls,
  call,
  checkLegalHistory,
  failure,
  malformed,
  manualClock,
  say,
  type Script,
  scriptedModel,
  think,
} from "../../src/testing/index.ts";
import { openWorkspace } from "../../src/tools-door.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { auditOf, ended, eventsOf, rowsOf, setOf, stage, textTool } from "./staged.ts";

const folder = temporaryFolder();
const LIMITS = { maxBytes: 1_000 };
const note = textTool("note", (text) => `noted ${text}`);

/** A run with everything in it: parallel calls, failures, retries, a refusal of the policy. */
const script: Script = [
  calls([think("hm", { signature: "x" }), call("note", { text: "a" }), call("note", { text: "b" })]),
  failure(),
  malformed(7),
  call("nobody", {}),
  call("note", { text: "c" }),
  say("done"),
];
const options: Partial<AgentOptions> = { tools: setOf(note), policy: harnessPolicy, evidence: "each_turn" };

describe("the history of a run (R10, R12)", () => {
  test("finalMessages are the whole conversation, every call with its answer in the next message", async () => {
    const { start } = stage(script, options);
    const { result } = await ended(start());
    expect(result.finalMessages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "assistant",
      "tool",
      "assistant",
      "tool",
      "assistant",
    ]);
    expect(result.finalMessages[1]).toMatchObject({
      blocks: [
        { kind: "thinking", text: "hm", carry: { signature: "x" } },
        { toolCallId: "tc-1-1" },
        { toolCallId: "tc-1-2" },
      ],
    });
    expect(result.finalMessages[2]).toMatchObject({ answers: [{ text: "noted a" }, { text: "noted b" }] });
    expect(result.finalMessages[4]).toMatchObject({ answers: [{ tool: "nobody", isFailure: true }] });
  });

  test("what the provider wants back stands at every block, in the row and in the next request (R04)", async () => {
    const carry = { provider: "anthropic", signature: "s==" };
    const rawDigest = `sha256:${"ab".repeat(32)}`;
    const blocks = [
      { kind: "text", text: "first", carry },
      { kind: "tool_call", providerCallId: "p1", tool: "note", argumentsText: '{"text":"a"}', carry },
      { kind: "provider_executed", carry },
    ] as const;
    const usage = { inputTokens: 1, outputTokens: 1 };
    const replied = { blocks, stopReason: "tool_use", usage, responseId: "r1", rawDigest };
    const { start, model, journal } = stage([malformed(replied), say("done")], options);
    await ended(start());
    expect(rowsOf(journal.rows, "model.replied")[0]).toMatchObject(replied);
    expect(model.requests[1]?.messages[1]).toEqual({
      role: "assistant",
      blocks: [blocks[0], { ...blocks[1], toolCallId: "tc-1-1" }, blocks[2]],
    });
    expect(auditOf(journal.rows)).toBeUndefined();
  });

  test("finalMessages are the caller's: changing them changes no later run", async () => {
    const { start, resume, model } = stage([say("one"), say("two")]);
    const { result } = await ended(start());
    (result.finalMessages as unknown[]).length = 0;
    await ended(resume({ input: "again" }));
    expect(model.requests[1]?.messages.length).toBe(3);
  });

  test("in memory and in a file the rows are the same, number for number, digest for digest", async () => {
    const memory = stage(script, options);
    await ended(memory.start());
    const clock = manualClock();
    const path = join(folder, "s-1.jsonl");
    const file = stage(script, {
      ...options,
      model: scriptedModel(script),
      journal: (sessionId) => openFileJournal({ path, sessionId, clock, sync: "never" }),
    });
    const { result, broken } = await ended(file.start());
    expect([result.phase, broken]).toEqual(["Completed", []]);
    const reopened = await openFileJournal({ path, sessionId: "s-1", clock, sync: "never" });
    await reopened.close();
    expect(eventsOf(reopened.opened.rows)).toEqual(eventsOf(memory.journal.rows));
    expect([auditOf(reopened.opened.rows), auditOf(memory.journal.rows)]).toEqual([undefined, undefined]);
  });

  test("a provider that gives two calls one id, or none, makes two calls of it all the same (R02)", async () => {
    const same = calls([
      call("note", { text: "a" }, { id: "x" }),
      call("note", { text: "b" }, { id: "x" }),
      call("note", { text: "c" }, { id: "" }),
    ]);
    const { start, journal } = stage([same, same, say("done")], options);
    const { result, broken } = await ended(start());
    expect([result.phase, broken, auditOf(journal.rows)]).toEqual(["Completed", [], undefined]);
    const ids = rowsOf(journal.rows, "tool.settled").map(({ result: { toolCallId } }) => toolCallId);
    expect(ids).toEqual(["tc-1-1", "tc-1-2", "tc-1-3", "tc-2-1", "tc-2-2", "tc-2-3"]);
    expect(checkLegalHistory(result.finalMessages)).toEqual([]);
  });

  test("an assistant's call is recorded before it runs, its result after it (R10)", async () => {
    const seen: string[][] = [];
    const { journal, start } = stage([call("look", { text: "x" }), say("done")], {
      tools: setOf(textTool("look", () => (seen.push(journal.rows.map(({ event }) => event.kind)), "looked"))),
    });
    await ended(start());
    expect(seen[0]?.slice(-3)).toEqual(["step.started", "model.replied", "tools.requested"]);
  });
});

describe("a tool has what it was given, and nothing of the run (R06)", () => {
  /** A tool whose schema hands out the very object it was given. */
  function meddler(meddle: (args: { list: string[]; text: string }, context: ToolContext) => unknown): Tool {
    return toolFromJsonSchema({
      name: "meddle",
      description: "Changes what it was given.",
      schema: {
        type: "object",
        properties: { text: { type: "string" }, list: { type: "array", items: { type: "string" } } },
      },
      run: (args, context) => meddle(args as never, context),
    });
  }
  const asked = call("meddle", { text: "said", list: ["one"] });

  test("one that changes its arguments changes neither rows, nor events, nor messages, nor the count of repetitions", async () => {
    const { journal, start } = stage((_, turn) => (turn < 3 ? asked : say("done")), {
      tools: setOf(
        meddler((args) => {
          args.text = `changed ${Math.random()}`;
          args.list.push("two");
          return "did";
        }),
      ),
      repetitions: 3,
    });
    const { result, events } = await ended(start());
    // Three equal calls with equal results are a loop, whatever the tool wrote over its arguments.
    expect(result).toMatchObject({ phase: "Failed", error: { details: { repetitions: 3 } } });
    const args = { list: ["one"], text: "said" };
    for (const { requests } of rowsOf(journal.rows, "tools.requested")) expect(requests[0]?.args).toEqual(args);
    for (const event of events) if (event.kind === "ToolDispatched") expect(event.args).toEqual(args);
    expect(auditOf(journal.rows)).toBe(undefined);
  });

  test("one that changes its output afterwards changes nothing", async () => {
    const kept: { value: string[] } = { value: ["a"] };
    const { journal, start, model } = stage([asked, say("done")], {
      tools: setOf(meddler(() => kept.value)),
    });
    await ended(start(), ({ kind }) => {
      if (kind === "ToolCompleted") kept.value.push("b");
    });
    kept.value.push("c");
    expect(rowsOf(journal.rows, "tool.settled")[0]?.result).toMatchObject({ payload: ["a"], shown: '["a"]' });
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({ answers: [{ text: '["a"]' }] });
    expect(auditOf(journal.rows)).toBe(undefined);
  });

  test("one that keeps its context after the call has nothing by it: what it reads and writes late is refused", async () => {
    const root = join(folder, "work");
    mkdirSync(root);
    writeFileSync(join(root, "a.txt"), "old");
    const workspace = openWorkspace(root, { role: "coder" });
    onTestFinished(() => workspace.close());
    const contexts: ToolContext[] = [];
    const read = (context: ToolContext): string =>
      Buffer.from(context.workspace.read("a.txt", LIMITS).bytes).toString();
    const { journal, start } = stage([asked, say("done")], {
      tools: setOf(meddler((_, context) => (contexts.push(context), read(context)))),
      workspace,
    });
    const { result } = await ended(start());
    const rows = journal.rows.length;
    const [context] = contexts;
    if (context === undefined) throw new Error("the tool did not run");
    expect(context).toMatchObject({ correlationId: "s-1", stepId: "step-1", toolCallId: "tc-1-1" });
    expect(result.finalMessages.at(-2)).toMatchObject({ answers: [{ text: "old" }] });
    expect(() => read(context)).toThrow();
    const change = { kind: "put", path: "a.txt", bytes: Buffer.from("late"), from: undefined } as const;
    expect(() => context.workspace.change([change])).toThrow();
    expect([readFileSync(join(root, "a.txt"), "utf8"), journal.rows.length]).toEqual(["old", rows]);
  });

  test("an observer that changes an event changes nothing of the run", async () => {
    const { journal, start, model } = stage([asked, say("done")], {
      tools: setOf(meddler((args) => args.text)),
      sinks: [
        (event) => {
          if (event.kind === "ToolDispatched") Object.assign(event.args, { text: "changed" });
          if (event.kind === "ToolCompleted") Object.assign(event, { shown: "changed" });
        },
      ],
    });
    await ended(start());
    expect(rowsOf(journal.rows, "tools.requested")[0]?.requests[0]?.args).toEqual({ text: "said", list: ["one"] });
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({ answers: [{ text: "said" }] });
    expect(auditOf(journal.rows)).toBe(undefined);
  });

  test("a model that keeps and changes its request changes no later one, and no row", async () => {
    const { journal, start, model } = stage(
      (request, turn) => {
        const [first] = request.messages;
        if (turn === 0 && first !== undefined) {
          (request.messages as unknown[]).push({ role: "user", text: "smuggled" });
        }
        return turn === 0 ? asked : say("done");
      },
      { tools: setOf(meddler((args) => args.text)) },
    );
    const { result } = await ended(start());
    expect([result.phase, model.requests[1]?.messages.length, auditOf(journal.rows)]).toEqual([
      "Completed",
      3,
      undefined,
    ]);
  });
});
