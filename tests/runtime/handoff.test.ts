import { describe, expect, test } from "vitest";
import {
  evidencePacket,
  type Handoff,
  packetText,
  type ReceivedHandoff,
  receiveHandoff,
  type SessionEvent,
} from "#kernel";
import { sha256 } from "#platform";
import type { JournalRow } from "#ports";
import { call, say } from "../../src/testing/index.ts";
import { sampleHandoff } from "../support/sample-handoff.ts";
import { add } from "./play.ts";
import { auditOf, ended, eventsOf, rowsOf, setOf, stage } from "./staged.ts";

function received(change: Partial<Handoff> = {}): ReceivedHandoff {
  const handoff = sampleHandoff(change);
  const receiving = receiveHandoff(handoff, handoff.artifacts, sha256);
  return receiving.ok ? receiving.received : expect.fail(receiving.problem);
}

const SUM = call("add", { a: 1, b: 2 });
const rowOf = (event: SessionEvent, seq: number): JournalRow => ({ seq, at: "" as never, event: event as never });

describe("a session that goes on from a packet (R22)", () => {
  test("the model is told it with every request, and the first turn that closes names it with what exists", async () => {
    const { journal, model, start } = stage([SUM, SUM, say("done")], { tools: setOf(add) });
    const handoffIn = received();
    const { result, broken } = await ended(start("go on", { handoffIn }));
    expect([result.phase, broken, auditOf(journal.rows)]).toEqual(["Completed", [], undefined]);
    const text = packetText(handoffIn.handoff);
    for (const { messages } of model.requests)
      expect(messages.slice(0, 2)).toEqual([
        { role: "user", text },
        { role: "user", text: "go on" },
      ]);
    expect(rowsOf(journal.rows, "handoff.received")).toEqual([
      { kind: "handoff.received", packet: handoffIn.handoff, digest: handoffIn.digest, existing: handoffIn.existing },
    ]);
    const closings = rowsOf(journal.rows, "join.closed").map(({ closing }) => closing);
    expect(closings.map(({ handoffIn: named }) => named?.artifacts)).toEqual([
      handoffIn.existing,
      undefined,
      undefined,
    ]);
    expect(closings[0]?.values).toEqual([evidencePacket(handoffIn.handoff, sha256)]);
    if (result.phase !== "Completed") return;
    expect(result.join.report.checks.find((row) => row.class === "handoff.required_artifact_missing")).toBeDefined();
  });

  test("a turn that fails before it closes leaves the naming to the next one, also after a crash", async () => {
    const { journal, start, resume } = stage([SUM, say("done")], { tools: setOf(add), budget: 1 });
    const handoffIn = received();
    await ended(start("go on", { handoffIn, budget: 0 }));
    expect(rowsOf(journal.rows, "join.closed")).toEqual([]);
    const { result } = await ended(resume({ budget: 5, handoffIn }));
    expect([result.phase, auditOf(journal.rows)]).toEqual(["Completed", undefined]);
    expect(rowsOf(journal.rows, "handoff.received").length).toBe(1);
    expect(rowsOf(journal.rows, "join.closed").map(({ closing }) => closing.handoffIn !== undefined)).toEqual([
      true,
      false,
    ]);
  });

  test("work can come back to a session by another packet", async () => {
    const { journal, model, start, resume } = stage([say("asked for"), say("thanks")]);
    await ended(start("go"));
    const back = received({ target: { role: "agent" }, done: ["all of it"], sessionNo: 2 });
    const { result } = await ended(resume({ input: "it came back", handoffIn: back }));
    expect([result.phase, auditOf(journal.rows)]).toEqual(["Completed", undefined]);
    expect(model.requests[1]?.messages.at(-2)).toEqual({ role: "user", text: packetText(back.handoff) });
  });

  test("a packet for another role, or one that lets its receiver do more than its role, begins nothing", async () => {
    const other = stage([say("never")]);
    const { result } = await ended(other.start("go", { handoffIn: received({ target: { role: "writer" } }) }));
    expect(result).toMatchObject({
      phase: "Failed",
      error: {
        category: "PolicyConfigInvalid",
        message: "handoffIn: the packet is for the role writer, this is agent",
      },
    });
    expect([other.model.requests, other.journal.rows]).toEqual([[], []]);
    const wide = stage([say("never")], { spec: { contextScope: { read: ["/w/**"], write: [], owners: [] } } });
    const contextScope = { read: ["/w/src/**"], write: ["/w/**"] };
    const more = await ended(wide.start("go", { handoffIn: received({ contextScope }) }));
    expect(more.result).toMatchObject({
      phase: "Failed",
      error: { message: expect.stringMatching(/lets its receiver write \/w\/\*\*/) },
    });
    const less = stage([say("fine")], { spec: { contextScope: { read: ["/w/**"], write: [], owners: [] } } });
    await ended(less.start("go", { handoffIn: received({ contextScope: { read: ["/w/src/**"], write: [] } }) }));
    expect(rowsOf(less.journal.rows, "policies.bound")[0]?.spec.contextScope.read).toEqual(["/w/src/**"]);
  });

  test("rows that were changed afterwards are found: another packet, no naming, a naming of nothing (M14)", async () => {
    const { journal, start } = stage([SUM, say("done")], { tools: setOf(add) });
    await ended(start("go on", { handoffIn: received() }));
    const forged = (change: (event: SessionEvent) => readonly SessionEvent[]): unknown =>
      auditOf(eventsOf(journal.rows).flatMap(change).map(rowOf));
    expect(
      forged((event) => {
        if (event.kind !== "handoff.received") return [event];
        return [{ ...event, packet: { ...event.packet, left: ["something else"] } }];
      }),
    ).toMatchObject({ what: expect.stringMatching(/^handoff.received: the packet is sha256:/) });
    expect(forged((event) => (event.kind === "handoff.received" ? [] : [event]))).toMatchObject({
      what: expect.any(String),
    });
  });
});

describe("a turn that hands over is judged by its contract (A8.17, A8.18)", () => {
  const handoffContract = {
    from: ["agent"],
    allowedTargets: ["agent"],
    requiredArtifacts: [],
    requireReturnPath: true,
  };
  const handing = (target: string, more = {}) =>
    stage([SUM, say("handed over")], {
      tools: setOf(add),
      spec: { handoffContract },
      intends: ({ results: [first] }) =>
        first && {
          handoff: {
            target,
            packet: { intent: "go on", constraints: [], inputs: [first.toolCallId], artifacts: [] },
            existing: [],
            ...more,
          },
        },
    });

  test("an allowed target with a return path closes, and the result is consumed by it", async () => {
    const { journal, start } = handing("agent", { returnPathRef: "issue://bd-7" });
    const { result } = await ended(start());
    expect([result.phase, auditOf(journal.rows)]).toEqual(["Completed", undefined]);
  });

  test.each([
    ["another target", "boss", { returnPathRef: "issue://bd-7" }, "handoff.target_not_allowed"],
    ["no return path", "agent", {}, "handoff.return_path_missing"],
    [
      "an artifact that does not exist",
      "agent",
      {
        returnPathRef: "issue://bd-7",
        packet: {
          intent: "",
          constraints: [],
          inputs: [],
          artifacts: [{ ref: "file://a", digest: `sha256:${"1".repeat(64)}` }],
        },
      },
      "handoff.required_artifact_missing",
    ],
  ])("%s does not close", async (_name, target, more, failClass) => {
    const { result } = await ended(handing(target, more).start());
    expect(result).toMatchObject({ phase: "Failed", refusal: { violations: [{ class: failClass }] } });
  });
});
