import { describe, expect, test } from "vitest";
import type { AgentOptions, Approver, PermissionAnswer, PermissionQuestion } from "../../src/index.ts";
import { openPermissions } from "../../src/tools-door.ts";
import { call, calls, say } from "../../src/testing/index.ts";
import { auditOf, ended, rowsOf, setOf, stage, textTool } from "./staged.ts";

const rules = {
  schema: 1,
  kind: "tusk.permissions.v1",
  id: "asking",
  rules: [
    { id: "note.ask", effect: "ask", why: "notes are asked about", tools: ["note"] },
    { id: "look.allow", effect: "allow", why: "looking is free", tools: ["look"] },
    { id: "burn.deny", effect: "deny", why: "nothing is burnt", tools: ["burn"] },
  ],
};

/** An agent of three tools under these rules; `ran` is what really ran. */
function underRules(
  script: Parameters<typeof stage>[0],
  approver: Approver,
): ReturnType<typeof stage> & {
  readonly ran: string[];
  readonly permissions: NonNullable<AgentOptions["permissions"]>;
} {
  const ran: string[] = [];
  const noting = (name: string): ReturnType<typeof textTool> =>
    textTool(name, (text) => (ran.push(`${name} ${text}`), `${name} ${text}`));
  const permissions: NonNullable<AgentOptions["permissions"]> = (seat) =>
    openPermissions({ ...seat, rules, root: "/work", approver });
  const tools = setOf(noting("note"), noting("look"), noting("burn"));
  return { ran, permissions, ...stage(script, { tools, permissions }) };
}

const answer =
  (
    decision: PermissionAnswer["decision"],
    scope: PermissionAnswer["scope"],
    asked: PermissionQuestion[] = [],
  ): Approver =>
  (question) => (asked.push(question), Promise.resolve({ decision, scope, by: "ada" }));

describe("permissions of a run (T08, R15)", () => {
  test("approved: asked and answered are events, the answer is a row before the call runs, and evidence names it", async () => {
    const asked: PermissionQuestion[] = [];
    const { ran, journal, start } = underRules(
      [call("note", { text: "a" }), say("done")],
      answer("approved", "once", asked),
    );
    const { result, events, broken, kinds } = await ended(start());
    expect([result.phase, ran, broken, auditOf(journal.rows)]).toEqual(["Completed", ["note a"], [], undefined]);
    expect(asked).toMatchObject([{ toolCallId: "tc-1-1", tool: "note", args: { text: "a" }, ruleId: "note.ask" }]);
    expect(kinds.filter((kind) => kind.startsWith("Approval") || kind === "ToolDispatched")).toEqual([
      "ApprovalAsked",
      "ApprovalAnswered",
      "ToolDispatched",
    ]);
    expect(events.find(({ kind }) => kind === "ApprovalAnswered")).toEqual({
      kind: "ApprovalAnswered",
      step: 1,
      toolCallId: "tc-1-1",
      decision: "approved",
    });
    const rows = journal.rows.map(({ event }) => event.kind);
    expect(rows.indexOf("approval.answered")).toBeLessThan(rows.indexOf("tools.requested"));
    expect(rowsOf(journal.rows, "tools.requested")[0]?.decisions.permissions).toMatchObject({
      "tc-1-1": { decision: "approved", ruleId: "note.ask" },
    });
  });

  test.each([
    ["refused by a person", "note", answer("refused", "once"), "refused"],
    ["nobody there", "note", (): Promise<undefined> => Promise.resolve(undefined), "expired"],
    [
      "an approver that throws",
      "note",
      (): never => {
        throw new Error("no terminal");
      },
      "expired",
    ],
    ["denied by a rule", "burn", answer("approved", "session"), undefined],
  ] as const)("%s: nothing runs, the model is told and goes on", async (_, tool, approver, decision) => {
    const both = calls([call(tool, { text: "a" }), call("look", { text: "b" })]);
    const { ran, model, journal, start } = underRules([both, say("then not")], approver);
    const { result, events, kinds, broken } = await ended(start());
    expect([result, ran, broken, auditOf(journal.rows)]).toMatchObject([
      { phase: "Completed", output: "then not", steps: 2 },
      [],
      [],
      undefined,
    ]);
    expect(events.find(({ kind }) => kind === "StepRefused")).toEqual({
      kind: "StepRefused",
      step: 1,
      classes: ["tool.unknown_or_disallowed"],
    });
    expect(kinds.includes("ToolDispatched")).toBe(false);
    const told = model.requests[1]?.messages.at(-1);
    expect(told).toMatchObject({
      role: "tool",
      answers: [
        { toolCallId: "tc-1-1", isFailure: true },
        { toolCallId: "tc-1-2", isFailure: true },
      ],
    });
    const answered = events.flatMap((event) => (event.kind === "ApprovalAnswered" ? [event.decision] : []));
    expect(answered).toEqual(decision === undefined ? [] : [decision]);
  });

  test("a yes for the session still counts after a resume, and nobody is asked again (PEERS 15)", async () => {
    const asked: PermissionQuestion[] = [];
    const script = [call("note", { text: "a" }), say("one"), call("note", { text: "a" }), say("two")];
    const { ran, journal, start, resume } = underRules(script, answer("approved", "session", asked));
    await ended(start());
    const { result, kinds, broken } = await ended(resume({ input: "again" }));
    expect([result.phase, ran, asked.length, broken, auditOf(journal.rows)]).toEqual([
      "Completed",
      ["note a", "note a"],
      1,
      [],
      undefined,
    ]);
    expect(kinds.includes("ApprovalAsked")).toBe(false);
    expect(rowsOf(journal.rows, "approval.answered").length).toBe(1);
  });

  test("a yes for once does not: other arguments and another run are asked about again", async () => {
    const asked: PermissionQuestion[] = [];
    const script = [
      call("note", { text: "a" }),
      call("note", { text: "a" }),
      say("one"),
      call("note", { text: "a" }),
      say("two"),
    ];
    const { start, resume } = underRules(script, answer("approved", "once", asked));
    await ended(start());
    await ended(resume({ input: "again" }));
    expect(asked.map(({ toolCallId }) => toolCallId)).toEqual(["tc-1-1", "tc-2-1", "tc-4-1"]);
  });

  test("a session's yes is bound to its session: another session asks", async () => {
    const asked: PermissionQuestion[] = [];
    const { permissions } = underRules([], answer("approved", "session", asked));
    const tools = setOf(textTool("note", () => "noted"));
    for (const name of ["one", "two"]) {
      const { start } = stage([call("note", { text: "a" }), say(name)], { tools, permissions });
      await ended(start());
    }
    expect(asked.length).toBe(2);
  });

  test("a keeper whose word the gate cannot read stops the run: nothing runs, and the model is not asked again (DESIGN 17)", async () => {
    const { ran, permissions } = underRules([], answer("approved", "once"));
    const keeper: NonNullable<AgentOptions["permissions"]> = async (seat) => {
      const kept = await permissions(seat);
      const evidence = { decision: "perhaps", ruleId: "note.ask" } as never;
      return { judge: async (wish, signal) => ({ ...(await kept.judge(wish, signal)), evidence }) };
    };
    const tools = setOf(textTool("note", (text) => (ran.push(text), "noted")));
    const { journal, model, start } = stage([call("note", { text: "a" }), say("never")], {
      permissions: keeper,
      tools,
    });
    const { result, broken } = await ended(start());
    expect([result, ran, model.requests.length, broken, auditOf(journal.rows)]).toMatchObject([
      { phase: "Failed", refusal: { violations: [{ class: "tool.schema_invalid", answer: "stop" }] } },
      [],
      1,
      [],
      undefined,
    ]);
    expect(result.finalMessages.at(-1)).toMatchObject({ role: "tool", answers: [{ isFailure: true }] });
  });
});
