import { describe, expect, test } from "vitest";
import { type AgentRun, harnessPolicy, type StateView } from "../../src/index.ts";
import type { ModelMessage } from "#ports";
import { call, calls, failure, malformed, say, scriptedModel } from "../../src/testing/index.ts";
import { auditOf, ended, rowsOf, setOf, stage, textTool } from "./staged.ts";

const tools = setOf(textTool("note", (text) => `noted ${text}`));

/** What the user is made to say at the end of a request. */
function told(messages: readonly ModelMessage[] | undefined): string | undefined {
  const last = messages?.at(-1);
  return last?.role === "user" ? last.text : undefined;
}

describe("reminders (R21)", () => {
  /** Plays a script and says something as soon as the first model call is answered. */
  async function reminded(
    script: Parameters<typeof stage>[0],
    texts: readonly string[],
    options: Parameters<typeof stage>[1] = {},
  ): Promise<ReturnType<typeof stage> & { readonly played: Awaited<ReturnType<typeof ended>> }> {
    const staged = stage(script, { tools, ...options });
    const run: AgentRun<string> = staged.start();
    let isSaid = false;
    const played = await ended(run, ({ kind }) => {
      if (kind !== "ToolCompleted" || isSaid) return;
      isSaid = true;
      for (const text of texts) run.remind(text);
    });
    return { ...staged, played };
  }

  /** A call that a test can hear of before its turn closes. */
  const hop = calls([call("note", { text: "a" }), call("note", { text: "b" })]);

  test("are told once, with the next request, each once, and are rows", async () => {
    const { model, journal, played } = await reminded(
      [hop, call("note", { text: "c" }), say("done")],
      ["look at the clock", "look at the clock", "and the door"],
    );
    expect([played.result.phase, played.broken, auditOf(journal.rows)]).toEqual(["Completed", [], undefined]);
    expect(model.requests.map(({ messages }) => told(messages))).toEqual([
      "go",
      "look at the clock\nand the door",
      undefined,
    ]);
    expect(rowsOf(journal.rows, "note.added").map(({ source }) => source)).toEqual([
      "reminder",
      "reminder",
      "reminder",
    ]);
    // They are said beside the conversation, not in it.
    expect(JSON.stringify(played.result.finalMessages)).not.toContain("clock");
  });

  test("no more at a time than the policy takes; the rest waits for the request after it", async () => {
    const { model } = await reminded(
      [hop, call("note", { text: "c" }), call("note", { text: "d" }), say("done")],
      ["one", "two", "three"],
      { spec: { reminderQueuePolicy: { dedup: true, maxItems: 2 } } },
    );
    expect(model.requests.map(({ messages }) => told(messages))).toEqual(["go", "one\ntwo", "three", undefined]);
  });

  test("what has no room is never why the model is asked again", async () => {
    const { model } = await reminded([hop, malformed(7), say("done")], ["one", "two"], {
      spec: { reminderQueuePolicy: { dedup: true, maxItems: 1 } },
      policy: harnessPolicy,
    });
    expect(told(model.requests[1]?.messages)).toBe("one");
    expect(told(model.requests[2]?.messages)).toMatch(/^Your last reply could not be used/);
  });

  test("twice is twice where the policy does not say otherwise", async () => {
    const { model } = await reminded([hop, say("done")], ["x", "x"], {
      spec: { reminderQueuePolicy: { dedup: false, maxItems: 16 } },
    });
    expect(told(model.requests[1]?.messages)).toBe("x\nx");
  });

  test("come back when the model call failed that was to tell them", async () => {
    const { model } = await reminded([hop, failure(), say("done")], ["look"], { policy: harnessPolicy });
    expect(model.requests.map(({ messages }) => told(messages))).toEqual(["go", "look", "look"]);
  });

  test("are told by a later run where the first one ended before it could", async () => {
    const { resume, model } = await reminded([hop, failure({ retryable: false }), say("done")], ["look"]);
    const { result } = await ended(resume());
    expect([result.phase, told(model.requests.at(-1)?.messages)]).toEqual(["Completed", "look"]);
  });

  test("can be said from the first event to the end, and not after it", async () => {
    const { start } = stage([say("done")]);
    const run = start();
    await ended(run);
    expect(() => run.remind("too late")).toThrowError("first event to its end");
  });
});

describe("state views (R21)", () => {
  const view: StateView = {
    viewId: "todo",
    view: ({ stepCount }) => ({ open: 3 - stepCount }),
    render: (seen) => `to do: ${JSON.stringify(seen)}`,
  };

  test("stand in the evidence of every turn, and are rendered into the next request", async () => {
    const { model, journal, start } = stage([call("note", { text: "a" }), say("done")], {
      tools,
      views: [view, { viewId: "silent", view: () => "unseen" }],
      spec: { stateViewPolicy: { required: ["todo"] } },
    });
    const { result } = await ended(start());
    expect([result.phase, auditOf(journal.rows)]).toEqual(["Completed", undefined]);
    const views = rowsOf(journal.rows, "join.closed").map(({ closing }) => closing.stateViews);
    expect(views).toMatchObject([
      [{ viewId: "run" }, { viewId: "todo", view: { open: 2 } }, { viewId: "silent", view: "unseen" }],
      [{ viewId: "run" }, { viewId: "todo", view: { open: 1 } }, { viewId: "silent", view: "unseen" }],
    ]);
    expect(model.requests.map(({ messages }) => told(messages))).toEqual(['to do: {"open":3}', 'to do: {"open":2}']);
  });

  test("one that is an object of a class is asked as one", async () => {
    class Count implements StateView {
      readonly viewId = "count";
      #asked = 0;
      view(): number {
        return (this.#asked += 1);
      }
      render(seen: unknown): string {
        return `${this.viewId}: ${JSON.stringify(seen)}`;
      }
    }
    const { model, start } = stage([say("done")], { views: [new Count()] });
    expect((await ended(start())).result.phase).toBe("Completed");
    expect(told(model.requests[0]?.messages)).toBe("count: 1");
  });

  test("one that is required and missing lets no turn follow", async () => {
    const stateViewPolicy = { required: ["todo"] };
    const { start } = stage([call("note", { text: "a" }), say("done")], { tools, spec: { stateViewPolicy } });
    const { result } = await ended(start());
    expect(result).toMatchObject({
      phase: "Failed",
      refusal: { violations: [{ class: "context.injection_point_missing" }] },
    });
  });
});

describe("the request's window under a token bound (R21)", () => {
  const long = "x".repeat(300);

  test("holds the task, the newest words, and whole turns from the end; what is left out is said", async () => {
    const { model, journal, start, resume } = stage(
      (_, turn) => (turn === 3 || turn === 9 ? say(`end ${turn}`) : call("note", { text: `${turn}${long}` })),
      { tools, requestTokens: 500, budget: 30, repetitions: 20 },
    );
    await ended(start("the first task"));
    const { result } = await ended(resume({ input: "the second task" }));
    expect([result.phase, auditOf(journal.rows)]).toEqual(["Completed", undefined]);
    const last = model.requests.at(-1)?.messages ?? [];
    expect(last[0]).toEqual({ role: "user", text: "the first task" });
    expect(last[1]).toEqual({ role: "user", text: "the second task" });
    expect(last.slice(2, -1).map(({ role }) => role)).toEqual(["assistant", "tool", "assistant", "tool"]);
    const leftOut = result.finalMessages.length - 1 - (last.length - 1);
    expect(told(last)).toBe(`[${leftOut} earlier messages are not shown]`);
    expect(rowsOf(journal.rows, "step.started").at(-1)?.request.leftOut).toBe(leftOut);
    for (const { messages } of model.requests) expect(openCalls(messages)).toEqual([]);
  });

  test("a turn that has no room by itself is a typed stop, not a request without it; with more room it goes on", async () => {
    const { model, start, resume } = stage([call("note", { text: long.repeat(10) }), say("done")], {
      tools,
      requestTokens: 500,
    });
    const { result, broken } = await ended(start());
    expect([result, model.requests.length, broken]).toMatchObject([
      { phase: "Failed", error: { category: "BudgetExceeded" }, steps: 1 },
      1,
      [],
    ]);
    const wider = await ended(resume({}, { requestTokens: 5_000 }));
    expect(wider.result).toMatchObject({ phase: "Completed", output: "done" });
  });

  test("a task that has no room by itself is a typed stop before the model is asked", async () => {
    const { model, start } = stage([say("done")], { requestTokens: 1_000 });
    const { result, broken } = await ended(start("x".repeat(300_000)));
    expect([result, model.requests.length, broken]).toMatchObject([
      { phase: "Failed", error: { category: "BudgetExceeded" }, steps: 0 },
      0,
      [],
    ]);
  });

  test("notes count: older turns make room for them, and what has none is a typed stop", async () => {
    const script = [call("note", { text: `a${long}` }), call("note", { text: `b${long}` }), say("done")];
    const roles = async (reminder: string): Promise<readonly unknown[]> => {
      const { model, start } = stage(script, { tools, requestTokens: 500 });
      const run = start();
      const { result } = await ended(run, (event) => {
        if (event.kind === "StepClosed" && event.step === 1) run.remind(reminder);
      });
      return [result.phase === "Failed" ? result.error.category : result.phase, model.requests.at(-1)?.messages.length];
    };
    // The task and both turns, or one turn less and the note that says so.
    expect(await roles("")).toEqual(["Completed", 6]);
    expect(await roles("y".repeat(300))).toEqual(["Completed", 4]);
    expect(await roles("y".repeat(3_000))).toEqual(["BudgetExceeded", 3]);
  });

  test("a view that has no room is left out, and that is said; one that has room makes older turns go first", async () => {
    const sizes = [10, 600, 5_000];
    const views = sizes.map((size): StateView => ({
      viewId: `v${size}`,
      view: () => size,
      render: () => "v".repeat(size),
    }));
    const { model, start } = stage(
      [call("note", { text: `a${long}` }), call("note", { text: `b${long}` }), say("done")],
      { tools, requestTokens: 500, views },
    );
    expect((await ended(start())).result.phase).toBe("Completed");
    const last = model.requests.at(-1)?.messages ?? [];
    expect(last.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user"]);
    expect(told(last)?.split("\n")).toEqual([
      "[2 earlier messages are not shown]",
      "v".repeat(10),
      "v".repeat(600),
      "[the view v5000 is not shown: there is no room for it]",
    ]);
    for (const { messages } of model.requests) expect(JSON.stringify(messages).length / 3).toBeLessThan(700);
  });

  test("the request's digest names what it is made of: another window, another digest", async () => {
    const digests = [500, 5_000].map(async (requestTokens) => {
      const { journal, start } = stage(
        (_, turn) => (turn === 5 ? say("end") : call("note", { text: `${turn}${long}` })),
        {
          tools,
          requestTokens,
        },
      );
      await ended(start());
      return rowsOf(journal.rows, "step.started").map(({ request }) => request.digest);
    });
    const [narrow = [], wide = []] = await Promise.all(digests);
    expect(narrow[0]).toBe(wide[0]);
    expect(narrow.at(-1)).not.toBe(wide.at(-1));
  });
});

/** Calls of a message that the next one does not answer. */
function openCalls(messages: readonly ModelMessage[]): readonly string[] {
  return messages.flatMap((message, at) => {
    if (message.role !== "assistant") return [];
    const next = messages[at + 1];
    const answered = new Set(next?.role === "tool" ? next.answers.map(({ toolCallId }) => toolCallId) : []);
    const made = message.blocks.flatMap((block) => (block.kind === "tool_call" ? [block.toolCallId] : []));
    return made.filter((id) => !answered.has(id));
  });
}

describe("the repetition guard (PEERS 9, 10)", () => {
  const same = call("note", { text: "again" });

  test("equal arguments and equal results, five times in a row: the policy is asked before the model is", async () => {
    const { model, journal, start } = stage(() => same, { tools });
    const { result, broken } = await ended(start());
    expect([result, broken, auditOf(journal.rows)]).toMatchObject([
      {
        phase: "Failed",
        error: {
          category: "InvalidModelAction",
          message: "the same calls had the same results 5 times in a row",
          details: { repetitions: 5 },
        },
      },
      [],
      undefined,
    ]);
    expect(model.requests.length).toBe(5);
  });

  test("under the harness preset the model is told, and may do otherwise", async () => {
    const { model, start } = stage((_, turn) => (turn < 3 ? same : say("done")), {
      tools,
      repetitions: 3,
      policy: harnessPolicy,
    });
    const { result, broken } = await ended(start());
    expect([result, broken]).toMatchObject([{ phase: "Completed", output: "done", steps: 5 }, []]);
    expect(told(model.requests[3]?.messages)).toBe(
      "Your last reply could not be used: the same calls had the same results 3 times in a row.",
    );
  });

  test.each([
    ["equal arguments with other results", (): string => `${count++}`, (): string => "again"],
    ["other arguments with equal results", (): string => "nothing", (): string => `${count++}`],
  ])("%s are no loop", async (_, give, ask) => {
    const { start } = stage((_request, turn) => (turn < 12 ? call("poll", { text: ask() }) : say("done")), {
      tools: setOf(textTool("poll", give)),
      repetitions: 3,
    });
    expect((await ended(start())).result).toMatchObject({ phase: "Completed", steps: 13 });
  });

  test("counts over the runs of a session, from its rows; once the policy was told it is counted anew", async () => {
    // Each run makes the call once and ends.
    const { journal, start, resume } = stage((_, turn) => (turn % 2 === 0 ? same : say("done")), {
      tools,
      repetitions: 3,
    });
    const phases = [(await ended(start())).result.phase];
    for (let run = 0; run < 2; run++) phases.push((await ended(resume({ input: "again" }))).result.phase);
    expect(phases).toEqual(["Completed", "Completed", "Failed"]);
    const anew = await ended(resume({ input: "again" }));
    expect([anew.result.phase, auditOf(journal.rows)]).toEqual(["Completed", undefined]);
  });

  test("another call between them begins the count anew", async () => {
    const script = (_: unknown, turn: number): ReturnType<typeof call> =>
      turn === 8 ? say("done") : turn % 3 === 2 ? call("note", { text: "other" }) : same;
    const { start } = stage(script, { tools, repetitions: 3 });
    expect((await ended(start())).result.phase).toBe("Completed");
  });
});

let count = 0;

describe("what reaches the provider", () => {
  test("is the conversation, under the host's ids, and a request stays what it was when the run goes on", async () => {
    const model = scriptedModel([call("note", { text: "a" }), say("done")]);
    const { start } = stage([], { tools, model });
    const { result } = await ended(start());
    expect(model.requests.map(({ messages }) => messages.length)).toEqual([1, 3]);
    expect(model.requests[1]?.messages).toEqual(result.finalMessages.slice(0, 3));
  });
});
