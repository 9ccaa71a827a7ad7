import { describe, expect, test } from "vitest";
import type { PermissionQuestion } from "#ports";
import { type AgentOptions, type AgentRun, harnessPolicy, memoryJournal } from "../../src/index.ts";
import { openPermissions } from "../../src/tools-door.ts";
import { call, calls, manualClock, say, scriptedModel } from "../../src/testing/index.ts";
import { replayed } from "./replay-recorded.ts";
import { auditOf, ended, rowsOf, setOf, stage, textTool } from "./staged.ts";

const note = textTool("note", (text) => `noted ${text}`);
const burn = textTool("burn", () => "burnt");
const three = calls([call("note", { text: "a" }), call("note", { text: "b" }), call("note", { text: "c" })]);
const strict = { transportPolicy: { parallelToolCalls: true, order: "strict" } } as const;

type Result = Awaited<ReturnType<typeof ended>>["result"];

/** What each call of the newest turn was told. */
function told({ finalMessages }: Pick<Result, "finalMessages">): readonly unknown[] {
  const last = finalMessages.findLast(({ role }) => role === "tool");
  return last?.role === "tool" ? last.answers.map(({ text }) => (text.startsWith("{") ? JSON.parse(text) : text)) : [];
}

const notRun = (code: string, why: string): unknown => ({ code, retryable: false, message: `not run: ${why}` });

const denying: NonNullable<AgentOptions["permissions"]> = () => ({
  judge: async ({ tool }) =>
    tool === "burn"
      ? { permitted: false, evidence: { decision: "deny", ruleId: "no-fire" }, why: "no fire" }
      : { permitted: true, evidence: { decision: "allow", ruleId: "fine" }, why: "fine" },
});

describe("each call is told its own reason (DESIGN 17)", () => {
  test("one that was refused, and one that was fine", async () => {
    const both = calls([call("note", { text: "a" }), call("burn", { text: "b" })]);
    const { start } = stage([both, say("done")], { tools: setOf(note, burn), permissions: denying });
    const { result } = await ended(start());
    expect(told(result)).toEqual([
      notRun("Denied", "another call of the same turn was refused"),
      { code: "Denied", retryable: false, message: expect.stringContaining("no-fire") as string },
    ]);
  });

  test("a tool that the policy does not allow, beside one that it allows", async () => {
    const both = calls([call("note", { text: "a" }), call("burn", { text: "b" })]);
    const { start } = stage([both, say("done")], {
      tools: setOf(note, burn),
      policy: harnessPolicy,
      spec: { toolPolicy: { allow: ["note"] } },
    });
    const { result } = await ended(start());
    expect(told(result)[0]).toEqual(notRun("InvalidInput", "another call of the same turn was refused"));
  });

  test("a run that was called off before its calls ran: Interrupted, not run", async () => {
    const { start, journal } = stage([three], {
      tools: setOf(note),
      sinks: [({ kind }) => kind === "ModelResponded" && run.cancel()],
    });
    const run: AgentRun<string> = start();
    const { result } = await ended(run);
    expect(told(result)).toEqual(
      Array.from({ length: 3 }, () => notRun("Interrupted", "the run was called off before")),
    );
    expect(auditOf(journal.rows)).toBe(undefined);
  });

  test("a process that ended before its calls were permitted: Interrupted, not run", async () => {
    const first = stage([three, say("done")], { tools: setOf(note) });
    await ended(first.start());
    const at = first.journal.rows.findIndex(({ event }) => event.kind === "model.replied");
    const left = memoryJournal("s-1", manualClock(), first.journal.rows.slice(0, at + 1));
    const second = stage([say("done")], { journal: () => left });
    const { result } = await ended(second.resume());
    expect(told(result)[0]).toEqual(notRun("Interrupted", "the process ended before it was permitted"));
  });
});

describe("calls one after another (R16)", () => {
  test("behind one that breaks none is begun, and each is told so", async () => {
    const ran: string[] = [];
    const fragile = textTool("note", (text) => {
      ran.push(text);
      if (text === "b") throw new Error("broke");
      return text;
    });
    const { start, journal } = stage([three], { tools: setOf(fragile), spec: strict });
    const { result, kinds, broken } = await ended(start());
    expect([ran, result, broken, auditOf(journal.rows)]).toMatchObject([
      ["a", "b"],
      { phase: "Failed", error: { category: "ToolDispatch" } },
      [],
      undefined,
    ]);
    expect(kinds.filter((kind) => kind === "ToolDispatched").length).toBe(2);
    expect(told(result)).toMatchObject(["a", { code: "Interrupted" }, notRun("Interrupted", "the run ended before")]);
  });

  test("a run that is called off: what was not begun is not told of as begun", async () => {
    const { start, journal } = stage([three], {
      tools: setOf(textTool("note", (text) => (run.cancel(), text))),
      spec: strict,
    });
    const run: AgentRun<string> = start();
    const { result, kinds, broken } = await ended(run);
    expect([result.phase, broken, auditOf(journal.rows)]).toEqual(["Interrupted", [], undefined]);
    expect(kinds.filter((kind) => kind === "ToolDispatched").length).toBe(1);
    const rest = notRun("Interrupted", "the run was called off before");
    expect(told(result)).toEqual(["a", rest, rest]);
  });
});

describe("what hooks do wrong", () => {
  test.each([undefined, null, 0, "", 1, "no", {}])("a guardrail that says %j has not let it pass", async (said) => {
    const ran: string[] = [];
    const { start, journal } = stage([call("note", { text: "a" }), say("done")], {
      tools: setOf(textTool("note", (text) => (ran.push(text), text))),
      guards: [{ id: "g", stage: "pre_flight", check: ({ stage: at }) => at !== "pre_flight" || (said as boolean) }],
    });
    await ended(start());
    expect(ran).toEqual([]);
    expect(rowsOf(journal.rows, "tools.requested")[0]?.decisions.guards).toMatchObject([{ decision: "error" }]);
  });

  test.each([
    [new TypeError("fetch failed"), "fetch failed"],
    ["no error", "something was thrown that is no error"],
  ])(
    "whatever a model throws is ModelTransport, not to be tried again, and the policy is asked: %s",
    async (thrown, message) => {
      const faults: unknown[] = [];
      const policy = {
        ...harnessPolicy,
        engine: {
          onModelError: (_: unknown, fault: unknown) => (faults.push(fault), { kind: "Fail" }) as never,
          onToolError: () => ({ kind: "Fail" }) as never,
        },
      };
      const { ref } = scriptedModel([]);
      const complete = (): never => {
        throw thrown;
      };
      const { result } = await ended(stage([], { policy, model: { ref, complete } }).start());
      const fault = { category: "ModelTransport", retryable: false, message };
      expect([result, faults]).toMatchObject([{ phase: "Failed", error: fault }, [fault]]);
    },
  );

  test("a keeper that throws denies that call, and the model goes on", async () => {
    const { start, journal } = stage([calls([call("note", { text: "a" }), call("note", { text: "b" })]), say("done")], {
      tools: setOf(note),
      permissions: () => ({
        judge: async ({ args }) => {
          if (args["text"] === "b") throw new Error("the keeper's own trouble");
          return { permitted: true, evidence: { decision: "allow", ruleId: "fine" }, why: "fine" };
        },
      }),
    });
    const { result, broken } = await ended(start());
    expect([result.phase, broken, auditOf(journal.rows)]).toEqual(["Completed", [], undefined]);
    expect(told(result)).toMatchObject([
      notRun("Denied", "another call of the same turn was refused"),
      { code: "Denied", message: expect.stringContaining("keeper-failed") as string },
    ]);
  });

  test.each([undefined, {}, { evidence: null }])(
    "a keeper that says nothing (%j) denies the call, in a replay too",
    async (said) => {
      const tape = memoryJournal("s-1", manualClock());
      const { start } = stage([call("note", { text: "a" }), say("done")], {
        tools: setOf(note),
        permissions: () => ({ judge: async () => said as never }),
        record: () => tape,
      });
      const { result } = await ended(start());
      expect([result.phase, told(result)]).toMatchObject(["Completed", [{ code: "Denied" }]]);
      expect(await replayed({ rows: tape.rows })).toMatchObject({ result: "same" });
    },
  );

  test("a run that the schema of its answer calls off is Interrupted", async () => {
    const { start, journal } = stage([say("1")], {
      output: { "~standard": { version: 1, vendor: "us", validate: () => (run.cancel(), { value: "1" }) } },
    });
    const run: AgentRun<string> = start();
    const { result, kinds } = await ended(run);
    expect([result.phase, kinds.at(-1), auditOf(journal.rows)]).toEqual(["Interrupted", "StepFailed", undefined]);
  });

  test.each(["append", "settled"] as const)("a journal that fails (%s) says why", async (where) => {
    const journal = memoryJournal("s-1", manualClock());
    const full = (): never => {
      throw new Error("no space left on the device");
    };
    const failing = {
      ...journal,
      isSettled: false,
      settled: async () => full(),
      ...(where === "append" ? { append: full } : {}),
    };
    const { result } = await ended(stage([say("x")], { journal: () => failing }).start());
    expect(result).toMatchObject({
      phase: "Failed",
      error: { message: expect.stringContaining("no space left on the device") as string },
    });
  });

  test("an approver that changes the question changes nothing (T08)", async () => {
    const ran: string[] = [];
    const { start } = stage([call("note", { text: "a" }), say("done")], {
      tools: setOf(textTool("note", (text) => (ran.push(text), text))),
      permissions: (seat) =>
        openPermissions({
          ...seat,
          rules: {
            schema: 1,
            kind: "tusk.permissions.v1",
            id: "asking",
            rules: [{ id: "note.ask", effect: "ask", why: "asked about", tools: ["note"] }],
          },
          root: "/work",
          approver: async (question) => {
            forge(question);
            return { decision: "approved", scope: "once", by: "ada" };
          },
        }),
    });
    const { result, events } = await ended(start());
    expect([result.phase, ran]).toEqual(["Completed", ["a"]]);
    expect(events.find(({ kind }) => kind === "ApprovalAsked")).toMatchObject({
      question: { tool: "note", args: { text: "a" } },
    });
  });
});

function forge(question: PermissionQuestion): void {
  Reflect.set(question, "tool", "look");
  Reflect.set(question.args, "text", "forged");
}
