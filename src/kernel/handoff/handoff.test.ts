import { describe, expect, test } from "vitest";
import { compileSchema, publishedSchema } from "#kernel";
import { sha256, utf8 } from "#platform";
import { plainJson } from "../json/plain.ts";
import { sampleHandoff } from "../../../tests/support/sample-handoff.ts";
import { parseArtifactRef } from "./artifact-ref.ts";
import { evidencePacket, evidencePacketDigest } from "./evidence-packet.ts";
import type { HandoffContract } from "../spec/spec-values.ts";
import { type Handoff, handoffDigest, writeHandoff } from "./handoff.ts";
import { boundedHandoff, boundsProblem } from "./handoff-bounds.ts";
import { judgeHandoff } from "./judge-handoff.ts";
import { narrowedScope } from "./narrowed-scope.ts";
import { packetText } from "./packet-text.ts";
import { parseHandoff, readHandoff } from "./read-handoff.ts";
import { receiveHandoff, receiverProblem } from "./received-handoff.ts";

const HANDOFF = sampleHandoff();
const [ARTIFACT] = HANDOFF.artifacts;
const EXISTING = HANDOFF.artifacts;
const CONTRACT: HandoffContract = {
  from: ["agent"],
  allowedTargets: ["agent"],
  requiredArtifacts: [],
  requireReturnPath: true,
};

describe("a handoff packet is a durable value (R22)", () => {
  test("is read as it was written, whatever the order of its keys, under one name; and fits its published schema (H07)", () => {
    const text = writeHandoff(HANDOFF);
    const turned = JSON.stringify(Object.fromEntries(Object.entries(HANDOFF).toReversed()));
    expect(readHandoff(utf8.encode(text), utf8)).toStrictEqual({ ok: true, handoff: HANDOFF });
    expect(readHandoff(utf8.encode(turned), utf8)).toStrictEqual({ ok: true, handoff: HANDOFF });
    expect(handoffDigest(HANDOFF, sha256)).toBe(`sha256:${sha256(text)}`);
    expect(compileSchema(publishedSchema("tusk.handoff.v1") ?? false)(plainJson(HANDOFF))).toStrictEqual([]);
    expect(
      compileSchema(publishedSchema("tusk.handoff.v1") ?? false)(plainJson({ ...HANDOFF, sessionNo: 0 })),
    ).not.toEqual([]);
  });

  test.each<readonly [string, Partial<Record<keyof Handoff, unknown>>]>([
    ['the packet\'s kind is "tusk.handoff.v2", expected "tusk.handoff.v1"', { kind: "tusk.handoff.v2" }],
    ["the packet's from.role is absent", { from: { workerId: "w", sessionId: "s" } }],
    ["the packet's sessionNo is a number, expected a whole number from 1", { sessionNo: 0 }],
    ["the packet's intent is blank, expected what is wanted", { intent: " " }],
    ["the packet's done has 41 items, at most 40 may be", { done: Array.from({ length: 41 }, () => "x") }],
    ["the packet's left[1] has 1001 characters, at most 1000 may be", { left: ["a", "b".repeat(1001)] }],
    ["the packet's extra is no known field", { extra: 1 } as never],
  ])("%s", (problem, change) => {
    expect(parseHandoff(plainJson({ ...HANDOFF, ...change }))).toStrictEqual({ ok: false, problem });
  });

  test("references that nobody can look up, or that stand there twice, are refused", () => {
    const of = (...refs: readonly string[]): unknown => {
      const artifacts = refs.map((ref) => ({ ref, digest: `sha256:${"1".repeat(64)}` }));
      const reading = parseHandoff(plainJson({ ...HANDOFF, artifacts }));
      return reading.ok ? "read" : reading.problem;
    };
    expect(of("file://src/a.ts", `commit://${"a".repeat(40)}`, "session://s-1#7")).toBe("read");
    for (const bad of [
      "file:///etc/passwd",
      "file://a/../b",
      "commit://abc",
      "session://s-1",
      "http://x",
      "artifact://sha256:1",
    ])
      expect(of(bad)).toMatch(/^the packet's artifacts\[0\]\.ref is .*, expected artifact:/);
    expect(of("file://a", "file://a")).toBe("the packet's artifacts[1].ref is there twice");
    expect(parseArtifactRef("session://s#x#12")).toBeUndefined();
  });

  test("what is no JSON, has a key twice, or is too large is refused in one sentence", () => {
    const problem = (text: string): unknown => readHandoff(utf8.encode(text), utf8);
    expect(problem("{")).toMatchObject({ ok: false, problem: expect.stringMatching(/^the packet is no JSON: /) });
    expect(problem('{"kind":1,"kind":2}')).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/duplicate key/),
    });
    expect(problem(" ".repeat(262_145))).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/has 262145 bytes, at most 262144/),
    });
  });

  test("is cut to its bounds and says so, and the model is told a bounded text", () => {
    const long = boundedHandoff({
      ...HANDOFF,
      intent: "é".repeat(9_000),
      done: Array.from({ length: 90 }, (_, n) => `${n} ${"x".repeat(2_000)}`),
      left: ["", "  ", "one"],
    });
    expect(boundsProblem(long)).toBeUndefined();
    expect([long.done.length, long.done[0], long.left]).toEqual([40, "(51 earlier items are not listed)", ["one"]]);
    expect(packetText(long).length).toBeLessThanOrEqual(16_000);
    expect(packetText(HANDOFF)).toBe(
      [
        "[handed over by session 1 of this work (agent, s-1), issue bd-7]",
        "Wanted: bd-7: Parser drops the last line",
        "Done so far, as it was handed over; look before you rely on it:",
        "- found where it is dropped",
        "Left to do:",
        "- write the test",
        "Constraints:",
        "- keep the interface",
        "Rests on:",
        "- file://src/parser.ts",
        "When this part is done the work goes back to issue://bd-7.",
      ].join("\n"),
    );
  });
});

describe("a packet is judged by the gate's classes (A8.17, A8.18)", () => {
  const classes = (handoff: Handoff, contract = CONTRACT, existing = EXISTING): readonly string[] =>
    judgeHandoff(handoff, { contract, existing }).map((finding) => `${finding.class} ${finding.subject}`);

  test("one that carries everything holds; each thing that is missing trips its own class", () => {
    const { returnPath: _way, ...noWay } = HANDOFF;
    expect(classes(HANDOFF)).toEqual([]);
    expect(classes(HANDOFF, CONTRACT, [])).toEqual(["handoff.required_artifact_missing file://src/parser.ts"]);
    expect(classes(HANDOFF, { ...CONTRACT, requiredArtifacts: ["file://plan.md"] })).toEqual([
      "handoff.required_artifact_missing file://plan.md",
    ]);
    expect(classes({ ...HANDOFF, target: { role: "boss" } })).toEqual(["handoff.target_not_allowed boss"]);
    expect(classes({ ...HANDOFF, from: { ...HANDOFF.from, role: "guest" } })).toEqual([
      "handoff.target_not_allowed guest",
    ]);
    expect(classes(noWay)).toEqual(["handoff.return_path_missing agent"]);
    expect(classes(noWay, { ...CONTRACT, requireReturnPath: false })).toEqual([]);
    expect(judgeHandoff(HANDOFF, { contract: undefined, existing: EXISTING }).map((row) => row.note)).toEqual([
      "no handoff contract is bound",
    ]);
  });

  test("nobody goes on from one whose artifacts are gone or have changed since (R22)", () => {
    const changed = [{ ref: ARTIFACT?.ref ?? "", digest: `sha256:${"2".repeat(64)}` }];
    const receiving = receiveHandoff(HANDOFF, EXISTING, sha256);
    expect(receiving).toMatchObject({
      ok: true,
      received: { digest: handoffDigest(HANDOFF, sha256), existing: EXISTING },
    });
    expect(receiving.ok && receiving.received.handoff).toStrictEqual(HANDOFF);
    expect(receiveHandoff(HANDOFF, [], sha256)).toMatchObject({
      ok: false,
      problem: "file://src/parser.ts does not exist",
    });
    expect(receiveHandoff(HANDOFF, changed, sha256)).toMatchObject({
      ok: false,
      findings: [{ class: "handoff.required_artifact_missing", subject: "file://src/parser.ts" }],
    });
    expect(receiveHandoff({ ...HANDOFF, intent: "" }, EXISTING, sha256)).toMatchObject({ ok: false, findings: [] });
  });

  test("a look-alike is no received packet, and its constructor is a bug to call", () => {
    const receiving = receiveHandoff(HANDOFF, EXISTING, sha256);
    if (!receiving.ok) return expect.fail();
    const Received = receiving.received.constructor as new (...given: readonly unknown[]) => object;
    expect(() => new Received(HANDOFF, "sha256:", [], Symbol("ReceivedHandoff"))).toThrow(
      "minted by receiveHandoff only",
    );
    return expect(Object.isFrozen(receiving.received.handoff.from)).toBe(true);
  });

  test("as evidence it is bound to the whole packet by its digest", () => {
    const packet = evidencePacket(HANDOFF, sha256, ["tc-1-1"]);
    expect(packet).toMatchObject({ inputs: ["tc-1-1"], artifacts: EXISTING });
    const other = evidencePacket({ ...HANDOFF, left: ["something else"] }, sha256, ["tc-1-1"]);
    expect(evidencePacketDigest(packet, sha256)).not.toBe(evidencePacketDigest(other, sha256));
  });
});

describe("context is handed over by role (R22)", () => {
  const OWN = { read: ["/w/**"], write: ["/w/src/**"], owners: [] };

  test("a packet for another role is not taken; a kind means all of that kind", () => {
    expect(receiverProblem(HANDOFF, { kind: "specialist", id: "agent" })).toBeUndefined();
    expect(
      receiverProblem({ ...HANDOFF, target: { role: "specialist" } }, { kind: "specialist", id: "x" }),
    ).toBeUndefined();
    expect(receiverProblem(HANDOFF, { kind: "specialist", id: "writer" })).toBe(
      "the packet is for the role agent, this is writer",
    );
  });

  test("a packet takes paths away from its receiver and never gives more", () => {
    expect(narrowedScope(OWN, { read: [], write: [] })).toEqual({ ok: true, scope: OWN });
    expect(narrowedScope(OWN, { read: ["/w/docs/**"], write: ["/w/src/a.ts"] })).toEqual({
      ok: true,
      scope: { read: ["/w/docs/**"], write: ["/w/src/a.ts"], owners: [] },
    });
    for (const write of ["/w/**", "/w/docs/a", "/w/src/../x", "/elsewhere"])
      expect(narrowedScope(OWN, { read: [], write: [write] })).toEqual({
        ok: false,
        problem: `the packet lets its receiver write ${write}, which its role does not`,
      });
  });
});
