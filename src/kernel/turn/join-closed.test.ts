import { sha256 } from "#platform";
import { describe, expect, test } from "vitest";
import {
  BASH_SCHEMA,
  EDIT_SCHEMA,
  FULL_TURN,
  type FullTurn,
  READ_EXAMPLES,
  READ_SCHEMA,
} from "../../../conformance/full-turn.ts";
import { admitted, closedJoin, refusalOf, stagesOf } from "../../../tests/forgery/minted.ts";
import { digestJson, digestText } from "../digest/digest.ts";
import type { JoinCheckInput } from "../evidence/wire.ts";
import { FAIL_CLASSES } from "../gate/classes.ts";
import { type JoinReport, judgeJoin } from "../gate/join-check.ts";
import { joinWitness } from "../gate/join-witness.ts";
import type { Violation } from "../gate/verdict.ts";
import type { Json } from "../json/value.ts";
import { bindSpec } from "../spec/call-spec.ts";
import { closeJoin, joinFacts, type TurnClosing } from "./join-closed.ts";
import { resultParts } from "./tool-results.ts";
import { useParts } from "./tool-use.ts";

const { closing: CLOSING } = FULL_TURN;
const USE = stagesOf().use;
const CALL_ID = stagesOf().spec.wire.callId;

/** Plain data, as it comes from a file. */
function fromFile(evidence: JoinCheckInput): JoinCheckInput {
  return JSON.parse(JSON.stringify(evidence)) as JoinCheckInput;
}

function judged(input: JoinCheckInput): JoinReport {
  const judgement = judgeJoin(input, sha256);
  if (!judgement.ok) throw new Error(judgement.reason);
  return judgement.report;
}

function refusedFor(change: Partial<TurnClosing>, turn: Partial<FullTurn> = {}): readonly Violation[] {
  return refusalOf(closeJoin(stagesOf(turn).use, { ...CLOSING, ...change })).violations;
}

const places = (violations: readonly Violation[]): unknown =>
  violations.map((row) => [row.class, row.answer, row.subject, row.path]);

describe("closeJoin mints JoinClosed (K07)", () => {
  test("the evidence of the golden turn, whole", () => {
    const { spec, results } = stagesOf();
    const digest = (value: Json): string => digestJson(sha256, value);
    const values = [
      READ_SCHEMA,
      BASH_SCHEMA,
      EDIT_SCHEMA,
      READ_EXAMPLES,
      ["run the tests again"],
      { issue: "bd-7", open: 1 },
    ];
    expect(closedJoin().evidence).toEqual({
      evidence: {
        callSpec: spec.wire,
        toolRequests: useParts(USE).wire,
        toolResults: resultParts(results).wireResults,
        toolUse: useParts(USE).wireUse,
        protocolState: { stopReason: "tool_use", continuationAllowed: true },
        toolRender: resultParts(results).renders,
        reminderQueue: [
          {
            queueId: "default",
            reducedDigest: digest(["run the tests again"]),
            policyDigest: spec.wire.reminderQueuePolicyDigest,
          },
        ],
        stateViews: [
          {
            viewId: "open-work",
            viewDigest: digest({ issue: "bd-7", open: 1 }),
            policyDigest: spec.wire.stateViewPolicyDigest,
            sourceRefs: [],
          },
        ],
        sessionRefs: ["session://hs1_20261116T000000Z_bd_7"],
        trajectoryRefs: ["trajectory://3"],
        tusk: {
          schema: 1,
          turn: FULL_TURN.draft.turn,
          spec: FULL_TURN.draft.values,
          values: Object.fromEntries(values.map((value) => [digest(value), value])),
          requests: FULL_TURN.requests.requests.map(({ toolName: _name, ...row }) => {
            return { ...row, permission: FULL_TURN.decisions.permissions[row.toolCallId] };
          }),
          results: resultParts(results).results,
          use: useParts(USE).use,
          guards: [...FULL_TURN.decisions.guards, ...CLOSING.guards],
          summary: FULL_TURN.use.summary,
          intent: FULL_TURN.use.intent,
        },
      },
    });
  });

  test("every class is accounted for, and none tripped", () => {
    const { report } = closedJoin();
    expect(report).toMatchObject({ profile: "full", accepted: true, failureClasses: [] });
    expect(report.checks.map((row) => row.class)).toEqual(FAIL_CLASSES);
    expect(new Set(report.checks.map((row) => row.outcome))).toEqual(new Set(["held", "not_due"]));
  });

  test("what else the closing names stands in the evidence too", () => {
    const closing: TurnClosing = {
      ...CLOSING,
      stateViews: [{ viewId: "open-work", view: "a text", sourceRefs: ["file://a"] }],
      values: ["more", { more: true }],
      governanceProfile: { claimed: false },
      exports: [{ sink: "dashboard", carries: "payload" }],
      checkpoints: [{ at: 9, approvalRef: "approval://9" }],
    };
    const { evidence, governanceProfile } = admitted(closeJoin(USE, closing)).evidence;
    expect(governanceProfile).toEqual({ claimed: false });
    expect(evidence.stateViews).toMatchObject([{ viewDigest: digestJson(sha256, "a text"), sourceRefs: ["file://a"] }]);
    expect(evidence.tusk).toMatchObject({
      exports: closing.exports,
      checkpoints: closing.checkpoints,
      // A view is hashed as JSON, a text among the values by its bytes.
      values: {
        [digestJson(sha256, "a text")]: "a text",
        [digestText(sha256, "more")]: "more",
        [digestJson(sha256, { more: true })]: { more: true },
      },
    });
  });

  test("a turn without calls closes", () => {
    const turn: Partial<FullTurn> = {
      requests: { requests: [], values: [] },
      decisions: { permissions: {}, guards: FULL_TURN.decisions.guards },
      results: [],
      use: {},
    };
    const { evidence } = stagesOf(turn).join.evidence;
    expect([evidence.toolRequests, evidence.toolResults, evidence.toolUse, evidence.toolRender]).toEqual([
      [],
      [],
      [],
      [],
    ]);
  });

  test("a handoff stands on the wire and in the evidence", () => {
    const handoffContract = {
      from: ["coder"],
      allowedTargets: ["tester"],
      requiredArtifacts: [],
      requireReturnPath: true,
    };
    const artifacts = [{ ref: "file://plan.md", digest: `sha256:${"1".repeat(64)}` }];
    const packet = { intent: "test", constraints: {}, inputs: ["tc-2"], artifacts };
    const handoff = { target: "tester", returnPathRef: "session://main", packet, existing: artifacts };
    const draft = { ...FULL_TURN.draft, values: { ...FULL_TURN.draft.values, handoffContract } };
    const { evidence } = stagesOf({ draft, use: { ...FULL_TURN.use, handoff } }).join.evidence;
    expect(evidence.handoff).toEqual({
      target: "tester",
      requiredArtifactRefs: ["file://plan.md"],
      returnPathRef: "session://main",
    });
    expect(evidence.tusk).toMatchObject({ handoff: { packet, existing: artifacts } });
  });

  test("what it was judged on is for the next door", () => {
    expect(joinFacts(closedJoin())).toMatchObject({ origin: "live", spec: FULL_TURN.draft.values });
  });
});

describe("a closed join is what its file is (K07)", () => {
  test("judged as a file, plain data, it gives the same report and the same digest", () => {
    const join = closedJoin();
    const report = judged(fromFile(join.evidence));
    expect(report).toEqual(join.report);
    expect(report.evidenceDigest).toBe(join.evidenceDigest);
    expect(joinWitness(report)).toEqual(join.witness);
    expect(join.evidenceDigest).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  test("without evidence.tusk the reference profile accepts it", () => {
    const { evidence } = fromFile(closedJoin().evidence);
    const { tusk: _tusk, ...wire } = evidence;
    expect(judged({ evidence: wire })).toMatchObject({ profile: "reference", accepted: true, failureClasses: [] });
  });

  test("rows in another order are the same evidence; another payload is not", () => {
    const { evidence } = fromFile(closedJoin().evidence);
    const reversed = { ...evidence, toolResults: evidence.toolResults?.toReversed() ?? [] };
    expect(judged({ evidence: reversed }).evidenceDigest).toBe(closedJoin().evidenceDigest);
    const [first, ...others] = FULL_TURN.results;
    if (first === undefined) throw new Error("no result");
    const { join } = stagesOf({ results: [{ ...first, payload: "other", shown: "other" }, ...others] });
    expect(join.evidenceDigest).not.toBe(closedJoin().evidenceDigest);
  });

  test("two turns through the same doors have one digest", () => {
    expect(closedJoin().evidenceDigest).toBe(closedJoin().evidenceDigest);
  });

  test("what it hands out cannot be written to", () => {
    const join = closedJoin();
    const { evidence } = join;
    expect(() => Object.assign(evidence.evidence, { toolUse: [] })).toThrow(TypeError);
    expect(() => Object.assign(evidence.evidence.callSpec, { callId: "call1_other" })).toThrow(TypeError);
    expect(() => Object.assign(evidence.evidence.tusk as object, { guards: [] })).toThrow(TypeError);
    expect(() => Object.assign(join.report, { evidenceDigest: "other" })).toThrow(TypeError);
    expect(() => Object.assign(join.report.normalized.callSpec, { callId: "other" })).toThrow(TypeError);
    expect(() => (join.report.checks as unknown[]).push("more")).toThrow(TypeError);
    expect(judged(fromFile(join.evidence)).evidenceDigest).toBe(join.evidenceDigest);
  });
});

describe("what closeJoin refuses: every violation, with class, subject and place (K07)", () => {
  test("a stop reason that nobody handles", () => {
    expect(places(refusedFor({ stopReason: "content_filter", continuationAllowed: false }))).toEqual([
      ["protocol.stop_reason_unhandled", "stop", CALL_ID, "evidence.protocolState.stopReason"],
    ]);
  });

  test("a loop that goes on where the policy stops", () => {
    expect(places(refusedFor({ stopReason: "end_turn" }))).toEqual([
      ["protocol.stop_reason_unhandled", "stop", CALL_ID, "evidence.protocolState.continuationAllowed"],
    ]);
  });

  test("a required view that is missing, and a guardrail that did not look", () => {
    expect(places(refusedFor({ stateViews: [{ viewId: "other", view: {} }] }))).toEqual([
      ["context.injection_point_missing", "stop", "open-work", "evidence.stateViews"],
    ]);
    expect(places(refusedFor({ guards: [] }))).toEqual([
      ["governance.guardrail_stage_missing", "stop", "leaks", "evidence.tusk.guards"],
    ]);
  });

  test("several things at once, in the order of the classes", () => {
    const classes = refusedFor({
      stopReason: "content_filter",
      guards: [],
      stateViews: [{ viewId: "other", view: {} }],
    }).map((row) => row.class);
    expect(classes).toEqual([
      "protocol.stop_reason_unhandled",
      "context.injection_point_missing",
      "governance.guardrail_stage_missing",
    ]);
  });

  const unusable = (note: unknown): Violation =>
    ({ class: "tool.schema_invalid", answer: "stop", subject: CALL_ID, path: "evidence", note }) as Violation;

  test("evidence that cannot be read: the wire's form does not hold", () => {
    const [only, ...rest] = refusedFor({ reminderQueues: [{ queueId: " ", reduced: [] }] });
    expect(rest).toEqual([]);
    expect(only).toEqual(unusable(expect.stringContaining("queueId")));
  });

  test("evidence that cannot be read: the form of evidence.tusk does not hold", () => {
    const exports = [{ sink: "s", carries: "everything" }] as unknown as NonNullable<TurnClosing["exports"]>;
    const [only, ...rest] = refusedFor({ exports });
    expect(rest).toEqual([]);
    expect(only).toEqual(unusable(expect.stringMatching(/^evidence\.tusk\.exports\[0\]\.carries /)));
  });

  test.each<readonly [string, Partial<TurnClosing>]>([
    ["a queue", { reminderQueues: [{ queueId: "default", reduced: Number.NaN }] }],
    ["a view", { stateViews: [{ viewId: "open-work", view: ["\uD800"] }] }],
    ["a value", { values: [{ a: Number.NaN }] }],
    ["a reference", { sessionRefs: ["session://\uDC00"] }],
  ])("%s that JSON cannot say", (_name, change) => {
    expect(refusedFor(change)).toEqual([unusable(expect.stringContaining("is not JSON"))]);
  });

  test("an error that is not about the turn is a bug and stays one", () => {
    const closing: TurnClosing = {
      ...CLOSING,
      get stopReason(): never {
        throw new RangeError("no more memory");
      },
    };
    expect(() => closeJoin(USE, closing)).toThrow(RangeError);
  });

  test("a policy that says no for the turn as a whole: no control profile for the tier", () => {
    const { governance } = FULL_TURN.draft.values;
    const draft = {
      ...FULL_TURN.draft,
      values: { ...FULL_TURN.draft.values, governance: { ...governance, controlProfiles: {} } },
    };
    const { callId } = admitted(bindSpec(draft, sha256)).wire;
    expect(places(refusedFor({}, { draft }))).toEqual([
      ["governance.risk_tier_profile_missing", "stop", callId, "evidence.tusk.spec.governance.controlProfiles"],
    ]);
  });
});
