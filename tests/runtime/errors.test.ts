import { describe, expect, test } from "vitest";
import { AGENT_ERRORS } from "#kernel";
import { PortError } from "#ports";
import { agent, harnessPolicy, memoryJournal } from "../../src/index.ts";
import { call, calls, failure, malformed, manualClock, partial, say, scriptedModel } from "../../src/testing/index.ts";
import { auditOf, ended, eventsOf, setOf, stage, textTool } from "./staged.ts";

const note = textTool("note", (text) => `noted ${text}`);
const broken = textTool("break", () => {
  throw new Error("the tool's own trouble");
});

/** Each category, by a run that really comes to it. */
const REACHED: Readonly<Record<keyof typeof AGENT_ERRORS, () => Promise<unknown>>> = {
  ModelTransport: async () => (await ended(stage([failure({ retryable: false })]).start())).result,
  InvalidModelAction: async () => (await ended(stage([call("nobody", {})]).start())).result,
  ToolDispatch: async () =>
    (await ended(stage([call("break", { text: "x" })], { tools: setOf(broken) }).start())).result,
  BudgetExceeded: async () =>
    (await ended(stage(() => call("note", { text: "x" }), { tools: setOf(note), budget: 2 }).start())).result,
  PolicyConfigInvalid: async () => {
    const { start } = stage([say("one")]);
    await ended(start());
    // A second beginning of the same session.
    return (await ended(start())).result;
  },
  PolicyRuntimeViolation: async () => {
    const never = (): never => {
      throw new Error("mine");
    };
    const policy = { ...harnessPolicy, engine: { onModelError: never, onToolError: never } };
    return (await ended(stage([failure()], { policy }).start())).result;
  },
  InternalInvariant: async () => {
    const journal = memoryJournal("s-1", manualClock());
    const full = (): never => {
      throw new PortError("journal", "io", "no space left on the device");
    };
    const made = agent({ model: scriptedModel([say("x")]), budget: 3, journal: () => ({ ...journal, append: full }) });
    return (await ended(made.start("go", { sessionId: "s-1" }))).result;
  },
};

describe("the seven categories (R07)", () => {
  test.each(Object.entries(REACHED))(
    "%s is reached by a real run, and the run never rejects",
    async (category, play) => {
      expect(await play()).toMatchObject({ phase: "Failed", error: { category } });
    },
  );

  test("no others: the table is the list", () => {
    expect(Object.keys(REACHED).toSorted()).toEqual(Object.keys(AGENT_ERRORS).toSorted());
  });

  test("InternalInvariant carries its context and never ends the process", async () => {
    const result = await REACHED.InternalInvariant();
    expect(result).toMatchObject({
      error: { message: expect.any(String) as string, cause: expect.any(Error) as Error },
    });
  });
});

describe("InvalidModelAction is for the operator, not for the model (R07)", () => {
  const secret = "s3cret".repeat(1_000);

  test("it carries step, tool name and received arguments, bounded, and the model hears none of the payload", async () => {
    const script = [say("hm", { stopReason: "pause_turn" }), call("note", { text: 7, also: secret }), say("well")];
    const strict = await ended(stage(script, { tools: setOf(note) }).start());
    expect(strict.result).toMatchObject({
      phase: "Failed",
      error: { category: "InvalidModelAction", step: 2, toolName: "note" },
    });
    const { error } = strict.result as { error: { receivedArgs: string; message: string } };
    expect(error.receivedArgs.startsWith('{"also":"s3cret')).toBe(true);
    expect(error.receivedArgs.length).toBeLessThanOrEqual(2_000);
    expect(error.message.length).toBeLessThanOrEqual(400);
    const kind = stage(script, { tools: setOf(note), policy: harnessPolicy });
    const { result } = await ended(kind.start());
    expect(result.phase).toBe("Completed");
    const [, , third] = kind.model.requests;
    const shown = JSON.stringify(third?.messages.filter(({ role }) => role !== "assistant"));
    expect(shown).not.toContain("s3crets3cret".repeat(20));
    expect(shown.length).toBeLessThan(2_000);
  });

  test.each([
    ["a reply of no shape", malformed({ blocks: [{ kind: "text", text: 7 }], stopReason: "end_turn" })],
    ["a tool that the policy does not allow", call("note", { text: "x" })],
    ["calls after the end", call("other", { text: "x" }, { stopReason: "end_turn" })],
    ["calls that were cut", call("other", { text: "x" }, { stopReason: "max_tokens" })],
  ])("%s is one too, with its step, and every call has an answer", async (_, wrong) => {
    const options = {
      tools: setOf(
        note,
        textTool("other", () => ""),
      ),
      spec: { toolPolicy: { allow: ["other"] } },
    };
    const { journal, start } = stage([wrong], options);
    const { result, broken: rules } = await ended(start());
    expect([result, rules, auditOf(journal.rows)]).toMatchObject([
      { phase: "Failed", error: { category: "InvalidModelAction", step: 1 } },
      [],
      undefined,
    ]);
    const asked = result.finalMessages.at(-2);
    const calledFor = asked?.role === "assistant" ? asked.blocks.filter(({ kind }) => kind === "tool_call").length : 0;
    const last = result.finalMessages.at(-1);
    expect(last?.role === "tool" ? last.answers.length : 0).toBe(calledFor);
  });

  test("the raw reply is named by its digest where it could be read, and bounded where it could not", async () => {
    const unread = await ended(stage([malformed({ blocks: "x".repeat(100_000) })]).start());
    expect(unread.result).toMatchObject({ error: { details: { reply: expect.any(String) as string } } });
    expect(JSON.stringify((unread.result as { error: { details: unknown } }).error.details).length).toBeLessThan(3_000);
    const read = await ended(stage([call("other", {}, { stopReason: "end_turn" })]).start());
    expect(read.result).toMatchObject({
      error: { replyDigest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as string },
    });
  });
});

test("the four ways in which a call goes wrong are told apart (R07)", async () => {
  const liar = textTool("lie", () => 7 as never);
  const tools = setOf(note, broken, liar);
  const ways = [
    [call("nobody", {}), "InvalidModelAction", "UnknownTool"],
    [call("note", { text: 7 }), "InvalidModelAction", "InvalidArgs"],
    [call("break", { text: "x" }), "ToolDispatch", "Execution"],
    [call("lie", { text: "x" }), "ToolDispatch", "Serialization"],
  ] as const;
  for (const [wrong, category, dispatch] of ways) {
    const { result } = await ended(stage([wrong], { tools }).start());
    expect(result).toMatchObject({ phase: "Failed", error: { category, dispatch } });
  }
});

describe("what stops the turn and what does not (R13)", () => {
  test("a stream that breaks off is ModelTransport; within the retry budget the run goes on", async () => {
    const cut = partial(say("a long answer that is cut"), { chunks: 1, ending: "end" });
    const model = scriptedModel([cut, say("well")], { streams: true });
    const strict = await ended(stage([], { model: scriptedModel([cut], { streams: true }) }).start());
    expect(strict.result).toMatchObject({ phase: "Failed", error: { category: "ModelTransport" } });
    const { result, broken: rules } = await ended(stage([], { model, policy: harnessPolicy }).start());
    expect([result, rules]).toMatchObject([{ phase: "Completed", output: "well", steps: 2 }, []]);
  });

  test("a tool that breaks stops the run in the library, and is told to the model under the harness preset", async () => {
    const script = [calls([call("break", { text: "x" }), call("note", { text: "y" })]), say("well")];
    const strict = stage(script, { tools: setOf(broken, note) });
    const { result, broken: rules } = await ended(strict.start());
    expect([result, rules]).toMatchObject([
      { phase: "Failed", error: { category: "ToolDispatch", dispatch: "Execution", toolName: "break", step: 1 } },
      [],
    ]);
    expect(result.finalMessages.at(-1)).toMatchObject({
      answers: [
        { toolCallId: "tc-1-1", isFailure: true },
        { toolCallId: "tc-1-2", text: "noted y", isFailure: false },
      ],
    });
    const kind = stage(script, { tools: setOf(broken, note), policy: harnessPolicy });
    const soft = await ended(kind.start());
    expect(soft.result).toMatchObject({ phase: "Completed", steps: 2 });
    expect(auditOf(kind.journal.rows)).toBe(undefined);
  });

  test("a failed call is a result, and the turn closes (R10)", async () => {
    const { journal, start } = stage([call("read", { text: "x" }), say("well")], {
      tools: setOf(textTool("read", () => Promise.reject({ code: "NotFound", message: "no such file" }))),
    });
    const { kinds, result } = await ended(start());
    expect([result.phase, kinds.filter((kind) => kind === "StepClosed").length]).toEqual(["Completed", 2]);
    expect(eventsOf(journal.rows).map(({ kind }) => kind)).toContain("join.closed");
  });
});
