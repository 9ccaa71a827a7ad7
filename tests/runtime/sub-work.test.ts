import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type HandoffContract, type IssueMutation, mintMandate, parseDigest, packetText, readyIssues } from "#kernel";
import { childIssues, type ChildIssueParts } from "#harness";
import { memoryWitnesses, openHandoffs, openIssueStore } from "#memory";
import { now, sha256 } from "#platform";
import { type ChildWork, type Handoffs, type IssueStore, PortError } from "#ports";
import { agent, type AgentOptions, memoryJournal, type MemoryJournal, type SubAgent } from "../../src/index.ts";
import { call, calls, failure, manualClock, say, type Script, scriptedModel } from "../../src/testing/index.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { auditOf, ended, eventsOf, rowsOf, stage } from "./staged.ts";

const root = temporaryFolder();
const CONTRACT: HandoffContract = {
  from: ["agent"],
  allowedTargets: ["agent"],
  requiredArtifacts: [],
  requireReturnPath: true,
};
const SOURCE = { kind: "command", commandLine: "tusk run" } as const;

interface Memory {
  readonly issues: IssueStore;
  readonly handoffs: Handoffs;
  readonly children: ChildWork;
  readonly parts: ChildIssueParts;
}

/** Issue memory with one issue that is worked on. */
async function memory(more: Partial<ChildIssueParts> = {}): Promise<Memory> {
  const stateFolder = mkdtempSync(join(root, "m-"));
  const issues = await openIssueStore(join(stateFolder, "issues.jsonl"), { now });
  const mutation: IssueMutation = { action: "issue.add", args: { id: "bd-1", title: "the whole" } };
  const minting = mintMandate({ actor: "t", run: "r", source: SOURCE, mutation }, sha256);
  if (!minting.ok || !issues.mutate(mutation, minting.permit).ok) return expect.fail();
  const handoffs = await openHandoffs({ stateFolder });
  const parts: ChildIssueParts = {
    issues,
    handoffs,
    witnesses,
    sha256,
    parentIssueId: "bd-1",
    workerId: "worker.1",
    source: SOURCE,
    role: "agent",
    roleOf: () => "agent",
    contract: CONTRACT,
    mutationPolicy: {},
    pause: () => Promise.resolve(),
    ...more,
  };
  return { issues, handoffs, parts, children: childIssues(parts) };
}

const witnesses = memoryWitnesses();
const journals = new Map<string, MemoryJournal>();
const journal = (id: string): MemoryJournal => {
  const made = memoryJournal(id, manualClock());
  journals.set(id, made);
  return made;
};

function helper(name: string, script: Script, more: Partial<AgentOptions> = {}): SubAgent {
  const made = agent({ model: scriptedModel(script), budget: 100, journal, witnesses, ...more });
  return { name, description: `The helper ${name}.`, agent: made, share: { steps: 3 } };
}

const ask = (name: string, task: string): ReturnType<typeof call> => call(name, { task });

describe("a sub-agent's work is an issue with a session and a packet of its own (M17)", () => {
  test("the child is an issue below its parent, goes on from its packet, and is closed by what its own last turn proves", async () => {
    const { issues, handoffs, children } = await memory();
    const scout = helper("scout", [say("it is in parser.ts")]);
    const main = stage([ask("scout", "find where lines are dropped"), say("done")], { agents: [scout], children });
    const { result, broken } = await ended(main.start());
    expect([result.phase, broken, auditOf(main.journal.rows)]).toEqual(["Completed", [], undefined]);
    const [opened] = rowsOf(main.journal.rows, "child.opened");
    const [closed] = rowsOf(main.journal.rows, "child.closed");
    const issueId = opened?.issueId ?? expect.fail();
    expect(closed).toMatchObject({ outcome: "closed", toolCallId: "tc-1-1", note: `${issueId}: it is in parser.ts` });
    expect(issues.get(issueId)).toMatchObject({
      title: "scout: find where lines are dropped",
      status: "closed",
      dependencies: [{ issue_id: issueId, depends_on_id: "bd-1", type: "parent-child" }],
    });
    expect(issues.history(issueId).map(({ action, permit }) => [action, permit["kind"]])).toEqual([
      ["issue.add", "mandate"],
      ["issue.close", "mutation_ready"],
    ]);
    const own = journals.get("s-1.tc-1-1")?.rows ?? [];
    const packet = handoffs.get(parseDigest(opened?.packet ?? "") ?? expect.fail());
    expect([rowsOf(own, "handoff.received")[0]?.packet, auditOf(own)]).toEqual([packet, undefined]);
    expect(packet).toMatchObject({ issueId, from: { sessionId: "s-1" }, returnPath: "session://s-1/calls/tc-1-1" });
    expect(packetText(packet)).toContain(`issue ${issueId}`);
    const [first] = rowsOf(main.journal.rows, "join.closed");
    expect(first?.closing.fanOut).toEqual({ children: [{ issueId, sessionId: "s-1.tc-1-1", join: closed?.join }] });
    expect(rowsOf(own, "join.closed").at(-1)?.evidenceDigest).toBe(closed?.join);
  });

  test("the parent stays as ready as it was; nobody else can take the child; what is unfinished is ready when the parent is closed", async () => {
    const { issues, children } = await memory();
    const lost = helper("lost", () => failure({ message: "no model", retryable: false }));
    const main = stage([ask("lost", "look"), say("done without it")], { agents: [lost], children });
    const { result } = await ended(main.start());
    expect([result.phase, auditOf(main.journal.rows)]).toEqual(["Completed", undefined]);
    const [closed] = rowsOf(main.journal.rows, "child.closed");
    const [opened] = rowsOf(main.journal.rows, "child.opened");
    expect(closed).toMatchObject({
      outcome: "left_open",
      note: expect.stringMatching(/stays open: Failed: ModelTransport/),
    });
    expect(closed).not.toHaveProperty("join");
    // It never closed a turn: there is nothing to join, and its call has failed.
    expect(rowsOf(main.journal.rows, "join.closed")[0]?.closing).not.toHaveProperty("fanOut");
    const ready = (): readonly string[] => readyIssues(issues.load().issues).map(({ id }) => id);
    expect([ready(), issues.get(opened?.issueId ?? "")?.status]).toEqual([["bd-1"], "open"]);
    const all = new Map(issues.load().issues);
    const whole = all.get("bd-1") ?? expect.fail();
    all.set("bd-1", { ...whole, status: "closed" });
    expect(readyIssues(all).map(({ id }) => id)).toEqual([opened?.issueId]);
  });

  test("several side by side each have their own; one that failed after a turn closed is shown with that turn, its issue open", async () => {
    const { issues, children } = await memory();
    const one = helper("one", [say("1")]);
    const two = helper("two", [ask("nobody", "x"), failure({ message: "gone", retryable: false })], { agents: [] });
    const main = stage([calls([ask("one", "a"), ask("two", "b")]), say("done")], { agents: [one, two], children });
    const { result } = await ended(main.start());
    expect([result.phase, auditOf(main.journal.rows)]).toEqual(["Completed", undefined]);
    const outcomes = rowsOf(main.journal.rows, "child.closed").map(
      ({ toolCallId, outcome }) => `${toolCallId} ${outcome}`,
    );
    expect(outcomes.toSorted()).toEqual(["tc-1-1 closed", "tc-1-2 left_open"]);
    const statuses = [...issues.load().issues.values()].map(({ status }) => status);
    expect(statuses.toSorted()).toEqual(["closed", "open", "open"]);
  });

  test("a child whose session keeps no witnesses, or whose policy is not the active one, is not closed on anybody's word", async () => {
    for (const [more, why] of [
      [{}, "keeps no witnesses"],
      [{ witnesses, spec: { mutationPolicy: { requires: {} } } }, "bound is"],
    ] as const) {
      const { issues, children } = await memory();
      const scout = helper("scout", [say("found")], { witnesses: undefined as never, ...more });
      const main = stage([ask("scout", "find it"), say("done")], { agents: [scout], children });
      await ended(main.start());
      const [closed] = rowsOf(main.journal.rows, "child.closed");
      expect(closed).toMatchObject({ outcome: "left_open", note: expect.stringContaining(why) });
      const [opened] = rowsOf(main.journal.rows, "child.opened");
      expect(issues.get(opened?.issueId ?? "")?.status).toBe("open");
    }
  });

  test("work that cannot have an issue is not started, and its share comes back", async () => {
    const { children } = await memory({ parentIssueId: "bd-404" });
    const scout = helper("scout", () => expect.fail("it began"));
    const main = stage([ask("scout", "find it"), say("done")], { agents: [scout], children, budget: 10 });
    const { result } = await ended(main.start());
    expect(result).toMatchObject({ phase: "Completed", budgetLeft: { steps: 8 } });
    expect(main.model.requests[1]?.messages.at(-1)).toMatchObject({
      answers: [{ isFailure: true, text: expect.stringContaining("it has no issue: parent issue not found: bd-404") }],
    });
    expect([rowsOf(main.journal.rows, "child.opened"), auditOf(main.journal.rows)]).toEqual([[], undefined]);
  });

  test("a store that fails when the child is done leaves the issue open and the answer as it is", async () => {
    const { children } = await memory();
    const failing: ChildWork = {
      ...children,
      close: () => Promise.reject(new PortError("issues", "io", "the disk is full")),
    };
    const main = stage([ask("scout", "find it"), say("done")], {
      agents: [helper("scout", [say("found")])],
      children: failing,
    });
    const { result } = await ended(main.start());
    expect(result.phase).toBe("Completed");
    expect(rowsOf(main.journal.rows, "child.closed")).toMatchObject([
      { outcome: "left_open", note: "the disk is full" },
    ]);
  });

  test("a turn of an orchestrator shows its workers and closes; one that has none to show does not (R14)", async () => {
    const { children } = await memory();
    const main = stage([ask("scout", "find it"), say("done")], {
      agents: [helper("scout", [say("found")])],
      children,
      pattern: "orchestrator_workers",
      spec: { decompositionPolicy: { patterns: ["orchestrator_workers"], maxFanOut: 4 } },
    });
    const { result } = await ended(main.start());
    const [first] = rowsOf(main.journal.rows, "join.closed");
    expect(first?.closing.fanOut?.children.length).toBe(1);
    // The last turn has no workers to show: the pattern is bound to the whole run, and says so.
    expect(result.phase).toBe("Failed");
  });

  test("rows of children that were changed are found (M14)", async () => {
    const { children } = await memory();
    const main = stage([ask("scout", "find it"), say("done")], { agents: [helper("scout", [say("found")])], children });
    await ended(main.start());
    const events = eventsOf(main.journal.rows);
    const forged = (kind: string): unknown =>
      auditOf(
        events
          .filter((event) => event.kind !== kind)
          .map((event, seq) => ({ seq, at: "" as never, event: event as never })),
      );
    expect(forged("child.opened")).toMatchObject({ what: "child.closed: the call tc-1-1 has no child" });
    expect(forged("child.closed")).toMatchObject({
      what: "join.closed: the sub-agents that it shows are not those of its rows",
    });
  });

  test("without the port everything is as before", async () => {
    const main = stage([ask("scout", "find it"), say("done")], { agents: [helper("scout", [say("found")])] });
    await ended(main.start());
    expect(eventsOf(main.journal.rows).some(({ kind }) => kind.startsWith("child."))).toBe(false);
  });
});
