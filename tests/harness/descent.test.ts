import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { type Handoff, packetText, parseDigest } from "#kernel";
import { descend, type DescentParts, handOffIntention } from "#harness";
import { openFileJournal, openHandoffs, readFileJournal } from "#memory";
import { openRepository } from "#platform";
import type { Handoffs, Work, Worked, WorkOrder } from "#ports";
import { handOffTool } from "#tools";
import { agent, tool, toolSet } from "../../src/index.ts";
import { call, manualClock, say, type Script, scriptedModel } from "../../src/testing/index.ts";
import { auditOf, rowsOf } from "../runtime/staged.ts";
import { gitRepository } from "../support/git-repository.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const CONTRACT = { from: ["agent"], allowedTargets: ["agent"], requiredArtifacts: [], requireReturnPath: true };

interface Scene {
  readonly parts: DescentParts;
  readonly order: WorkOrder;
  readonly stateFolder: string;
  readonly handoffs: Handoffs;
  readonly model: ReturnType<typeof scriptedModel>;
  readonly sessions: string[];
  readonly packets: string[];
}

/** An issue's worktree in a real repository, and an agent that writes into it, three steps a session. */
async function scene(script: Script, more: Partial<DescentParts> = {}): Promise<Scene> {
  const { root, state: stateFolder } = gitRepository(folder);
  const repository = await openRepository(root, { stateFolder });
  const worktree = await repository.openWorktree("bd-7");
  const handoffs = await openHandoffs({ stateFolder, root: worktree.path });
  const model = scriptedModel(script);
  const sessions: string[] = [];
  const packets: string[] = [];
  const write = tool({
    name: "put",
    description: "Writes a file.",
    args: z.strictObject({ name: z.string(), text: z.string() }),
    output: z.string(),
    run: ({ name, text }) => {
      writeFileSync(join(worktree.path, name), text);
      return `wrote ${name}`;
    },
  });
  const work: Work = {
    kind: "agent",
    async work(order): Promise<Worked> {
      const sessionId = order.resume ?? `s-${sessions.length + 1}`;
      sessions.push(sessionId);
      await order.onSession?.(sessionId);
      const made = agent({
        model,
        budget: order.budget ?? { steps: 3 },
        tools: toolSet(write, handOffTool).build(),
        spec: { handoffContract: CONTRACT },
        intends: handOffIntention({ issueId: order.issueId, target: "agent", returnPath: `issue://${order.issueId}` }),
        journal: (id) =>
          openFileJournal({ path: join(stateFolder, "sessions", `${id}.jsonl`), sessionId: id, clock: manualClock() }),
      });
      const { handoffIn } = order;
      const options = { sessionId, signal: order.signal, ...(handoffIn === undefined ? {} : { handoffIn }) };
      const standing = order.resume === undefined ? undefined : await parts.readSession(sessionId);
      const isBegun = standing?.rows.some(({ event }) => event.kind === "session.started") === true;
      const begun = isBegun ? made.resume(sessionId, { ...options, budget: order.budget ?? { steps: 3 } }) : undefined;
      const result = await (begun ?? made.start(`${order.title}\n${order.context.join("\n")}`, options)).result;
      if (result.phase === "Completed")
        return { outcome: "done", sessionId, summary: result.output, failureClasses: [], steps: result.steps };
      const isUsedUp = result.phase === "Failed" && result.error.category === "BudgetExceeded";
      const outcome = result.phase === "Interrupted" ? "interrupted" : isUsedUp ? "exhausted" : "failed";
      const summary = result.phase === "Failed" ? result.error.message : result.reason;
      return { outcome, sessionId, summary, failureClasses: [], steps: result.steps };
    },
    close: () => Promise.resolve(),
  };
  const parts: DescentParts = {
    work,
    handoffs: () => Promise.resolve(handoffs),
    readSession: (id) => readFileJournal(join(stateFolder, "sessions", `${id}.jsonl`)),
    repository,
    contract: CONTRACT,
    role: "agent",
    maxSessions: 4,
    onHandoff: async (packet) => void packets.push(packet),
    ...more,
  };
  const order: WorkOrder = {
    workerId: "worker.1",
    issueId: "bd-7",
    title: "write three files",
    brief: "",
    worktree,
    context: ["the check lint failed"],
    round: 1,
    signal: new AbortController().signal,
  };
  return { parts, order, stateFolder, handoffs, model, sessions, packets };
}

const put = (name: string): ReturnType<typeof call> => call("put", { name, text: name });
const packetOf = ({ handoffs }: Scene, digest: string | undefined): Handoff =>
  handoffs.get(parseDigest(digest ?? "") ?? expect.fail());

describe("long work is a chain of bounded sessions (R23)", () => {
  test("a session that is used up leaves a packet made of its rows; the next one goes on from it, and the chain is linked", async () => {
    const script = [put("a"), put("b"), put("c"), put("d"), put("e"), say("all written")];
    const here = await scene(script);
    const worked = await descend(here.parts).work(here.order);
    expect(worked).toMatchObject({ outcome: "done", sessionId: "s-2", summary: "all written" });
    expect([here.sessions, here.packets.length]).toEqual([["s-1", "s-2"], 1]);
    const packet = packetOf(here, here.packets[0]);
    expect(packet).toMatchObject({
      issueId: "bd-7",
      from: { role: "agent", workerId: "worker.1", sessionId: "s-1" },
      target: { role: "agent" },
      intent: "bd-7: write three files",
      done: ["changed so far: a, b, c"],
      left: [expect.stringMatching(/^the session stopped: /)],
      returnPath: "issue://bd-7",
      sessionNo: 1,
      budgetLeft: { steps: 0 },
    });
    expect(packet.artifacts.map(({ ref }) => ref.replace(/#\d+$/, ""))).toEqual([
      "session://s-1",
      "file://a",
      "file://b",
      "file://c",
    ]);
    const { rows } = await here.parts.readSession("s-2");
    expect([rowsOf(rows, "handoff.received")[0]?.digest, auditOf(rows)]).toEqual([here.packets[0], undefined]);
    const second = here.model.requests.find(
      ({ messages }) => messages[0]?.role === "user" && messages[0].text === packetText(packet),
    );
    expect(second?.messages[1]).toEqual({ role: "user", text: "write three files\n" });
  });

  test("no more than so many: then the work is exhausted, its last packet stays, and each names the one before", async () => {
    const here = await scene((_request, turn) => put(`f${turn}`), { maxSessions: 3 });
    const worked = await descend(here.parts).work(here.order);
    expect(worked).toMatchObject({ outcome: "exhausted", sessionId: "s-3", packet: here.packets[2], steps: 9 });
    const packets = here.packets.map((digest) => packetOf(here, digest));
    expect(packets.map(({ sessionNo }) => sessionNo)).toEqual([1, 2, 3]);
    expect(packets.map(({ previous }) => previous)).toEqual([undefined, here.packets[0], here.packets[1]]);
  });

  test("another process goes on from the packet alone, in a new session", async () => {
    const here = await scene((_request, turn) => (turn < 5 ? put(`f${turn}`) : say("done")), { maxSessions: 1 });
    const { packet } = await descend(here.parts).work(here.order);
    const again = await descend(here.parts).work({ ...here.order, ...(packet === undefined ? {} : { packet }) });
    expect([again.outcome, here.sessions]).toEqual(["done", ["s-1", "s-2"]]);
    const { rows } = await here.parts.readSession("s-2");
    expect(rowsOf(rows, "handoff.received")[0]?.digest).toBe(packet);
  });

  test("what the model wrote down by hand_off is in the packet, its turn is judged by the contract, and somebody else goes on", async () => {
    const note = { done: ["a is written"], left: ["write b"], constraints: ["no c"] };
    const here = await scene([put("a"), call("hand_off", note), say("somebody else goes on"), put("b"), say("done")]);
    const worked = await descend(here.parts).work(here.order);
    expect([worked.outcome, here.sessions]).toEqual(["done", ["s-1", "s-2"]]);
    expect(packetOf(here, here.packets[0])).toMatchObject({
      done: ["a is written", "changed so far: a"],
      left: ["write b"],
      constraints: ["no c"],
    });
    const { rows } = await here.parts.readSession("s-1");
    const uses = rowsOf(rows, "join.closed").map(({ use }) => use.handoff?.target);
    expect([uses, auditOf(rows)]).toEqual([[undefined, "agent", undefined], undefined]);
  });
});

describe("a packet that is unusable begins nothing (R22)", () => {
  test("a file of it changed since: refused with the gate's class, before any session", async () => {
    const here = await scene((_request, turn) => put(`f${turn}`), { maxSessions: 1 });
    const { packet = "" } = await descend(here.parts).work(here.order);
    writeFileSync(join(here.order.worktree.path, "f0"), "somebody else's");
    expect(await descend(here.parts).work({ ...here.order, packet })).toEqual({
      outcome: "failed",
      summary: expect.stringMatching(/^the handoff cannot be used: file:\/\/f0 is sha256:.*, promised was sha256:/),
      failureClasses: ["handoff.required_artifact_missing"],
    });
    expect(here.sessions).toEqual(["s-1"]);
  });

  test.each(["nonsense", `sha256:${"0".repeat(64)}`])("a packet that is not there: %s", async (packet) => {
    const here = await scene([say("never")]);
    expect(await descend(here.parts).work({ ...here.order, packet })).toMatchObject({ outcome: "failed" });
    expect(here.sessions).toEqual([]);
  });

  test("one that the contract does not let anybody hand over is not kept", async () => {
    const contract = { ...CONTRACT, requiredArtifacts: ["file://plan.md"] };
    const here = await scene((_request, turn) => put(`f${turn}`), { contract });
    expect(await descend(here.parts).work(here.order)).toMatchObject({
      outcome: "failed",
      summary: "the handoff cannot be used: the packet does not carry file://plan.md",
      failureClasses: ["handoff.required_artifact_missing"],
    });
    expect([here.sessions, here.packets]).toEqual([["s-1"], []]);
  });

  test("a chain without a bound is not made", async () => {
    const { parts } = await scene([]);
    expect(() => descend({ ...parts, maxSessions: 0 })).toThrow("maxSessions is 0, expected a whole number from 1");
  });
});

test("a run that was called off leaves its packet, and a named session is gone on with instead of it", async () => {
  const stop = new AbortController();
  const here = await scene((_request, turn) => {
    if (turn === 1) stop.abort("stop");
    return put(`f${turn}`);
  });
  const worked = await descend(here.parts).work({ ...here.order, signal: stop.signal });
  expect(worked).toMatchObject({ outcome: "interrupted", packet: here.packets[0] });
  expect(packetOf(here, worked.packet)).toMatchObject({ sessionNo: 1, from: { sessionId: "s-1" } });
});

describe("another process is given session and packet", () => {
  test("a session that handed over is not taken up: a new one goes on from its packet", async () => {
    const here = await scene((_request, turn) => (turn < 5 ? put(`f${turn}`) : say("done")), { maxSessions: 1 });
    const { packet = "" } = await descend(here.parts).work(here.order);
    const heard: unknown[] = [];
    const again = await descend(here.parts).work({
      ...here.order,
      resume: "s-1",
      packet,
      onSession: async (...names) => void heard.push(names),
    });
    expect([again.outcome, here.sessions, heard]).toEqual(["done", ["s-1", "s-2"], [["s-2", packet]]]);
  });

  test("a session that was cut off goes on by itself, whatever it has made of the packet's files since", async () => {
    const stop = new AbortController();
    const here = await scene(
      (_request, turn) => {
        if (turn === 4) stop.abort("stop");
        return call("put", { name: turn === 3 ? "f0" : `f${turn}`, text: String(turn) });
      },
      { maxSessions: 1 },
    );
    const { packet = "" } = await descend(here.parts).work(here.order);
    const cut = await descend(here.parts).work({ ...here.order, packet, signal: stop.signal });
    expect(cut).toMatchObject({ outcome: "interrupted", sessionId: "s-2" });
    const again = await descend(here.parts).work({ ...here.order, resume: "s-2", packet });
    expect([again.outcome, here.sessions]).toEqual(["exhausted", ["s-1", "s-2", "s-2"]]);
    const { rows } = await here.parts.readSession("s-2");
    expect([rowsOf(rows, "handoff.received").length, auditOf(rows)]).toEqual([1, undefined]);
  });
});

test("a command is told the packet's text", async () => {
  const here = await scene((_request, turn) => put(`f${turn}`), { maxSessions: 1 });
  const { packet = "" } = await descend(here.parts).work(here.order);
  const told: string[] = [];
  const work: Work = {
    kind: "command",
    work: ({ context }) => {
      told.push(...context);
      return Promise.resolve({ outcome: "done", summary: "", failureClasses: [] });
    },
    close: () => Promise.resolve(),
  };
  await descend({ ...here.parts, work }).work({ ...here.order, packet });
  expect(told).toEqual([packetText(packetOf(here, packet)), "the check lint failed"]);
});
