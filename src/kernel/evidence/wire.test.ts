import { describe, expect, test } from "vitest";
import { utf8 } from "#platform";
import { CLOSED_TURN } from "../../../conformance/closed-turn.ts";
import { problemText } from "../json/problem.ts";
import { readStruct } from "../json/read.ts";
import { JOIN_CHECK_INPUT } from "./wire.ts";

function problemOf(text: string): string | undefined {
  const reading = readStruct(utf8.encode(text), JOIN_CHECK_INPUT, utf8);
  return reading.ok ? undefined : problemText(reading.problem);
}

function turnText(change: object): string {
  return JSON.stringify({ evidence: { ...CLOSED_TURN, ...change } });
}

describe("a join-check file (contract 1.1)", () => {
  test("is read as it stands, every field of it", () => {
    const input = {
      evidence: CLOSED_TURN,
      governanceProfile: {
        claimId: "c",
        claimed: true,
        policyProvenance: { pinned: true, packageRef: "p", expectedDigest: "e", boundDigest: "b" },
      },
      protocolConstraints: { parallelTransportOrderValid: true },
      handoffConstraints: { requiredArtifactRefs: ["a"], allowedTargets: ["t"], requireReturnPath: true },
      truncationConstraints: { required: true, valid: true },
      decompositionConstraints: { admissible: true, expectedExecutionPattern: "chain", expectedPolicyDigest: "d" },
    };
    const reading = readStruct(utf8.encode(JSON.stringify(input)), JOIN_CHECK_INPUT, utf8);
    expect(reading).toEqual({ ok: true, value: input, duplicates: [] });
  });

  test("needs nothing but a call spec and a protocol state", () => {
    const { callSpec, protocolState } = CLOSED_TURN;
    expect(problemOf(JSON.stringify({ evidence: { callSpec, protocolState } }))).toBeUndefined();
    expect(problemOf("{}")).toBe("missing field `evidence` at line 1 column 2");
    expect(problemOf(JSON.stringify({ evidence: { protocolState } }))).toMatch(/^missing field `callSpec` at /);
    expect(problemOf(JSON.stringify({ evidence: { callSpec } }))).toMatch(/^missing field `protocolState` at /);
  });

  test.each(Object.keys(CLOSED_TURN.callSpec))("needs callSpec.%s, as a text", (field) => {
    const without = { ...CLOSED_TURN.callSpec, [field]: undefined };
    expect(problemOf(turnText({ callSpec: without }))).toMatch(`missing field \`${field}\` at line 1 column `);
    expect(problemOf(turnText({ callSpec: { ...without, [field]: null } }))).toMatch(
      "invalid type: null, expected a string at line 1 column ",
    );
  });

  test("names the first missing field in the contract's order", () => {
    expect(problemOf('{"evidence":{"callSpec":{}}}')).toBe("missing field `callId` at line 1 column 26");
  });

  test.each(["toolRequests", "toolResults", "toolUse", "toolRender", "reminderQueue", "stateViews", "sessionRefs"])(
    "may leave %s out and may not say null for it (contract 0.6)",
    (field) => {
      expect(problemOf(turnText({ [field]: undefined }))).toBeUndefined();
      expect(problemOf(turnText({ [field]: null }))).toMatch(
        "invalid type: null, expected a sequence at line 1 column ",
      );
    },
  );

  test("may say null for what is optional", () => {
    expect(problemOf(turnText({ handoff: null, tusk: null }))).toBeUndefined();
    expect(
      problemOf(turnText({ toolResults: [{ toolCallId: "a", status: null, payload: null, retryable: null }] })),
    ).toBeUndefined();
    expect(
      problemOf(
        JSON.stringify({
          evidence: CLOSED_TURN,
          governanceProfile: null,
          protocolConstraints: null,
          handoffConstraints: null,
          truncationConstraints: null,
          decompositionConstraints: null,
        }),
      ),
    ).toBeUndefined();
  });

  test("may not say null for a switch that has a default", () => {
    expect(problemOf(turnText({ protocolState: { stopReason: "end_turn", continuationAllowed: null } }))).toMatch(
      "invalid type: null, expected a boolean at line 1 column ",
    );
  });

  test("must say whether governance is claimed and pinned", () => {
    const profile = (text: string): string => `{"evidence":${JSON.stringify(CLOSED_TURN)},"governanceProfile":${text}}`;
    expect(problemOf(profile("{}"))).toMatch("missing field `claimed` at line 1 column ");
    expect(problemOf(profile('{"claimed":true,"policyProvenance":{}}'))).toMatch(
      "missing field `pinned` at line 1 column ",
    );
  });

  test("may hold fields nobody knows, and a known field only once", () => {
    expect(problemOf(turnText({ toolPolicy: { any: ["thing"] } }))).toBeUndefined();
    expect(problemOf('{"evidence":{"callSpec":{"callId":"a","callId":"b"}}}')).toMatch("duplicate field `callId` at ");
  });
});
