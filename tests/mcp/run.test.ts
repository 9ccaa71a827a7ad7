// A whole run of an agent that calls tools of an MCP server, under rules that ask (T08, T09).
import { describe, expect, test } from "vitest";
import { type AgentOptions, type Approver, type PermissionQuestion, toolSet } from "../../src/index.ts";
import { call, say } from "../../src/testing/index.ts";
import { type McpTools, openPermissions, withMcpRules } from "#tools";
import { auditOf, ended, rowsOf, stage } from "../runtime/staged.ts";
import { opened } from "./opened.ts";
import { program } from "./program.ts";

type Script = Parameters<typeof stage>[0];

/** An agent with the server's tools, under the default rules and what MCP tools add to them. */
function agentWith(mcp: McpTools, script: Script, approver: Approver): ReturnType<typeof stage> {
  const permissions: NonNullable<AgentOptions["permissions"]> = (seat) =>
    openPermissions({ ...seat, rules: withMcpRules("workspace-write", mcp.tools), root: "/", approver });
  return stage(script, { tools: toolSet(...mcp.tools).build(), permissions });
}

const answering =
  (decision: "approved" | "refused", asked: PermissionQuestion[] = []): Approver =>
  (question) => (asked.push(question), Promise.resolve({ decision, scope: "once", by: "ada" }));

describe("a run with MCP tools (T09)", () => {
  test("asks about a call, runs it when it is approved, and its evidence holds", async () => {
    const mcp = await opened({ s: program("sdk-server") });
    const asked: PermissionQuestion[] = [];
    const script: Script = [call("mcp__s__sum", { a: 40, b: 2 }), say("42")];
    const { journal, model, start } = agentWith(mcp, script, answering("approved", asked));
    const { result, broken, kinds } = await ended(start());
    expect([result.phase, broken, auditOf(journal.rows)]).toEqual(["Completed", [], undefined]);
    expect(asked).toMatchObject([{ tool: "mcp__s__sum", args: { a: 40, b: 2 }, ruleId: "mcp.ask-1" }]);
    expect(kinds.filter((kind) => kind.startsWith("Approval") || kind === "ToolCompleted")).toEqual([
      "ApprovalAsked",
      "ApprovalAnswered",
      "ToolCompleted",
    ]);
    expect(JSON.stringify(model.requests.at(-1))).toContain('{\\"sum\\":42}');
    expect(rowsOf(journal.rows, "tools.requested")[0]?.decisions.permissions).toMatchObject({
      "tc-1-1": { decision: "approved", ruleId: "mcp.ask-1" },
    });
  });

  test("does not run what is refused, and what nobody answers", async () => {
    const mcp = await opened({ s: program("sdk-server") });
    for (const approver of [answering("refused"), () => Promise.resolve(undefined)] satisfies Approver[]) {
      const { model, start } = agentWith(mcp, [call("mcp__s__die", {}), say("as you like")], approver);
      const { result, kinds } = await ended(start());
      expect([result.phase, mcp.servers[0]?.status]).toEqual(["Completed", "ready"]);
      expect(kinds).not.toContain("ToolDispatched");
      expect(JSON.stringify(model.requests[1])).toContain("by rule mcp.ask-1");
    }
  });

  test("goes on when the server dies in a call: the model hears that the effect is unknown", async () => {
    const mcp = await opened({ s: program("sdk-server") });
    const script: Script = [call("mcp__s__die", {}), call("mcp__s__echo", { text: "again" }), say("done")];
    const { journal, model, start } = agentWith(mcp, script, answering("approved"));
    const { result, broken, events } = await ended(start());
    expect([result.phase, broken, auditOf(journal.rows)]).toEqual(["Completed", [], undefined]);
    expect(events.flatMap((event) => (event.kind === "ToolCompleted" ? [event.outcome] : []))).toEqual([
      "interrupted",
      "ok",
    ]);
    expect(JSON.stringify(model.requests[1])).toContain("whether the call took effect is unknown");
  });

  test("that is interrupted while a tool hangs ends at once", async () => {
    const mcp = await opened({ s: program("sdk-server") });
    const { start } = agentWith(mcp, [call("mcp__s__hang", {}), say("never")], answering("approved"));
    const run = start();
    const { result } = await ended(run, (event) => {
      if (event.kind === "ToolDispatched") setTimeout(() => run.cancel("enough"), 100);
    });
    expect(result.phase).toBe("Interrupted");
  });
});
