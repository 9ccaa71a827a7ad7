import { expect, test } from "vitest";
import type { Json } from "#kernel";
import type { AgentEvent, JournalRow, ModelRequest, PermissionKeeper } from "#ports";
import { agent, memoryJournal, toolFromJsonSchema, toolSet } from "../../../src/index.ts";
import { call, calls, manualClock, say, type ScriptedTurn, scriptedModel } from "../../../src/testing/index.ts";

const SCHEMA = { type: "object", properties: {} };

/** The rows of a whole session: two calls beside each other, then an answer. */
async function wholeSession(): Promise<readonly JournalRow[]> {
  const journal = memoryJournal("s-1", manualClock());
  const two = calls([call("look", {}), call("look", {})]);
  const tools = toolSet(toolFromJsonSchema({ name: "look", schema: SCHEMA, run: () => "seen" })).build();
  await agent({ model: scriptedModel([two, say("done")]), tools, budget: 9, journal: () => journal }).start("go", {
    sessionId: "s-1",
  }).result;
  return journal.rows;
}

const rows = await wholeSession();

/** Takes up the rows up to and including the n-th of a kind. */
async function resumedAfter(kind: string, nth = 1, input?: string) {
  const place = rows.flatMap(({ event }, at) => (event.kind === kind ? [at] : []))[nth - 1] ?? -1;
  const model = scriptedModel(() => say("done"));
  const journal = memoryJournal("s-1", manualClock(), rows.slice(0, place + 1));
  const one = agent({ model, budget: 9, journal: () => journal });
  const result = await one.resume("s-1", input === undefined ? {} : { input }).result;
  return { result, sent: model.requests, rows: journal.rows.slice(place + 1) };
}

test.each(["session.started", "policies.bound"])(
  "a session that was killed after %s was asked nothing: it is not taken up without a word, and is with one (R11)",
  async (kind) => {
    const { result, sent } = await resumedAfter(kind);
    expect([result, sent]).toMatchObject([
      {
        phase: "Failed",
        error: {
          category: "PolicyConfigInvalid",
          message: "session s-1: nothing was asked of it yet: say what is to be done",
        },
      },
      [],
    ]);
    const asked = await resumedAfter(kind, 1, "go");
    expect([asked.result.phase, lastOf(asked.sent)]).toEqual(["Completed", { role: "user", text: "go" }]);
  },
);

test("a call that was under way is told as interrupted, in the form of every failure, and not as refused (R11)", async () => {
  const { result, sent } = await resumedAfter("tools.requested");
  const text = JSON.stringify({
    code: "Interrupted",
    retryable: false,
    message: "the run ended before this call did; whether it took effect is unknown",
  });
  expect(result.phase).toBe("Completed");
  expect(lastOf(sent)).toEqual({
    role: "tool",
    answers: ["tc-1-1", "tc-1-2"].map((toolCallId) => ({ toolCallId, tool: "look", text, isFailure: true })),
  });
});

test("one that nobody had let run is told as not run", async () => {
  const { sent } = await resumedAfter("model.replied");
  const last = lastOf(sent);
  expect(last?.role === "tool" && last.answers.map(({ text }) => text.includes("not run: "))).toEqual([true, true]);
});

test.each([
  ["model.replied", 2],
  ["join.closed", 2],
])("killed behind the model's last words (%s), the next request does not end with them", async (kind, nth) => {
  const { result, sent } = await resumedAfter(kind, nth);
  expect([result.phase, lastOf(sent)]).toEqual(["Completed", { role: "user", text: "Go on where you were." }]);
});

function lastOf(sent: readonly ModelRequest[]): ModelRequest["messages"][number] | undefined {
  return sent.at(-1)?.messages.at(-1);
}

/** A run whose keeper of permissions does something about the question that it has asked. */
async function asking(judge: (hear: () => void, cancel: () => void) => ReturnType<PermissionKeeper["judge"]>) {
  const events: AgentEvent[] = [];
  const script: readonly ScriptedTurn[] = [call("look", {}), say("done")];
  const tools = toolSet(toolFromJsonSchema({ name: "look", schema: SCHEMA, run: () => "seen" })).build();
  const run = agent({
    model: scriptedModel(script),
    tools,
    budget: 9,
    sinks: [(event) => void events.push(event)],
    permissions: (seat) => ({
      judge: (wish) => {
        const question = { ...wish, ruleId: "r", reasons: [], expiresAt: "2026-01-01T00:00:00Z" };
        return judge(
          () => seat.asked(question),
          () => run.cancel(),
        );
      },
    }),
  }).start("go", { sessionId: "s-1" });
  const result = await run.result;
  return { phase: result.phase, told: events.map(shortly) };
}

function shortly(event: AgentEvent): Json {
  if (event.kind === "ApprovalAnswered") return [event.kind, event.decision];
  return event.kind === "StepFailed" ? [event.kind, event.error] : event.kind;
}

test("a run that is called off while somebody is asked says so: nobody has refused anything (R09)", async () => {
  const { phase, told } = await asking((hear, cancel) => {
    hear();
    cancel();
    return Promise.resolve({ permitted: false, why: "", evidence: { decision: "expired", ruleId: "r" } });
  });
  expect([phase, told.slice(-3)]).toEqual([
    "Interrupted",
    ["ApprovalAsked", ["ApprovalAnswered", "expired"], ["StepFailed", "cancelled"]],
  ]);
});

test("a question has an end also where its keeper breaks: the call is denied (R09, T08)", async () => {
  const { phase, told } = await asking((hear) => {
    hear();
    return Promise.reject(new Error("a bug of the keeper"));
  });
  const at = told.indexOf("ApprovalAsked");
  expect([phase, told.slice(at, at + 3)]).toEqual([
    "Completed",
    ["ApprovalAsked", ["ApprovalAnswered", "expired"], "StepRefused"],
  ]);
});
