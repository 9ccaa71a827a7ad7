import { describe, expect, test } from "vitest";
import { checkOf, CLOSED_TURN, judge } from "../../../../../conformance/closed-turn.ts";
import type { FailClass } from "../../classes.ts";
import type { CheckRow } from "../../run.ts";
import type { TypestateEvidenceInput } from "../../../evidence/wire.ts";

function check(failClass: FailClass, change: Partial<TypestateEvidenceInput>): CheckRow | undefined {
  return checkOf(failClass, { evidence: { ...CLOSED_TURN, ...change } });
}

const request = (toolCallId: string) => ({ toolCallId, toolName: "read" });
const use = (toolCallId: string) => ({ toolCallId, disposition: "observed" });

/** Every way a join can be open, at once: `c` and `a` unanswered, `z` unasked, `b` unused, `y` used but not there. */
const OPEN: Partial<TypestateEvidenceInput> = {
  toolRequests: [request("c"), request("b"), request(" a ")],
  toolResults: [{ toolCallId: "b" }, { toolCallId: "z" }],
  toolUse: [use("\u0085z"), use("y")],
};

describe("the join (K07)", () => {
  test.each<[FailClass]>([
    ["tool.result_missing"],
    ["tool.result_orphan"],
    ["tool.join_incomplete"],
    ["tool.use_missing"],
    ["tool.use_without_result"],
  ])("%s holds on a closed turn, and on one without calls", (failClass) => {
    const none = { toolRequests: [], toolResults: [], toolUse: [] };
    expect(check(failClass, {})).toEqual({ class: failClass, outcome: "held" });
    expect(check(failClass, none)).toEqual({ class: failClass, outcome: "held" });
  });

  test("names each request without result, by its row in the file", () => {
    expect(check("tool.result_missing", OPEN)).toEqual({
      class: "tool.result_missing",
      outcome: "tripped",
      findings: [
        { subject: "a", path: "evidence.toolRequests[2]", note: "call a was requested and has no result" },
        { subject: "c", path: "evidence.toolRequests[0]", note: "call c was requested and has no result" },
      ],
    });
  });

  test("names each result without request", () => {
    expect(check("tool.result_orphan", OPEN)).toEqual({
      class: "tool.result_orphan",
      outcome: "tripped",
      findings: [{ subject: "z", path: "evidence.toolResults[1]", note: "result z answers no request of this turn" }],
    });
  });

  test("names each result without use", () => {
    expect(check("tool.use_missing", OPEN)).toEqual({
      class: "tool.use_missing",
      outcome: "tripped",
      findings: [
        {
          subject: "b",
          path: "evidence.toolResults[0]",
          note: "result b has no toolUse row that says what became of it",
        },
      ],
    });
  });

  test("names each use without result", () => {
    expect(check("tool.use_without_result", OPEN)).toEqual({
      class: "tool.use_without_result",
      outcome: "tripped",
      findings: [{ subject: "y", path: "evidence.toolUse[1]", note: "toolUse y uses a result that does not exist" }],
    });
  });

  test("counts what is open for the turn as a whole", () => {
    expect(check("tool.join_incomplete", OPEN)).toEqual({
      class: "tool.join_incomplete",
      outcome: "tripped",
      findings: [
        {
          subject: "turn-4",
          path: "evidence",
          note: "the turn is not closed: 2 without result, 1 without request, 1 without use, 1 used but not there",
        },
      ],
    });
  });

  test("points to the first of the rows that collapse into one", () => {
    const toolRequests = [request("b"), request(" a"), request("a ")];
    expect(check("tool.result_missing", { toolRequests, toolResults: [], toolUse: [] })).toMatchObject({
      findings: [{ path: "evidence.toolRequests[1]" }, { path: "evidence.toolRequests[0]" }],
    });
  });

  test("does not compare a use's digest with the result's (contract 1.3)", () => {
    const toolUse = CLOSED_TURN.toolUse.map((row) => ({ ...row, resultDigest: "result:another" }));
    expect(judge({ evidence: { ...CLOSED_TURN, toolUse } }).accepted).toBe(true);
  });
});

describe("tool.schema_invalid (contract 1.4)", () => {
  test("holds on a failed row with a full envelope, and on one that says ok", () => {
    const toolResults = [
      { toolCallId: "read-1", status: "ok", rawError: "prose" },
      { toolCallId: "bash-2", rawError: { code: "E", retryable: false, message: "m" } },
    ];
    expect(check("tool.schema_invalid", { toolResults })).toEqual({ class: "tool.schema_invalid", outcome: "held" });
  });

  test("names each row that failed without saying so to a machine, and what it lacks", () => {
    const toolResults = [
      { toolCallId: " read-1 ", status: "error" },
      { toolCallId: "bash-2", retryable: true, errorMessage: "m" },
    ];
    expect(check("tool.schema_invalid", { toolResults })).toEqual({
      class: "tool.schema_invalid",
      outcome: "tripped",
      findings: [
        {
          subject: "bash-2",
          path: "evidence.toolResults[1]",
          note: "the error envelope of bash-2 lacks errorCode",
        },
        {
          subject: "read-1",
          path: "evidence.toolResults[0]",
          note: "the error envelope of read-1 lacks errorCode, retryable, errorMessage",
        },
      ],
    });
  });

  test("looks at raw rows: any rawError beside no status is a failure, even where normalisation says ok", () => {
    const toolResults = [{ toolCallId: "read-1", rawError: "prose" }, CLOSED_TURN.toolResults[1]];
    const report = judge({ evidence: { ...CLOSED_TURN, toolResults } });
    expect(report.normalized.toolResults?.[1]?.status).toBe("ok");
    expect(report.failureClasses).toEqual(["tool.schema_invalid"]);
  });
});

describe("tool.response_truncation_policy_violation", () => {
  const name = "tool.response_truncation_policy_violation";

  test.each([[null], [{}], [{ valid: false }], [{ required: false, valid: false }]])(
    "is skipped when truncation is not required: %j",
    (truncationConstraints) => {
      expect(checkOf(name, { evidence: CLOSED_TURN, truncationConstraints })).toEqual({
        class: name,
        outcome: "skipped",
        why: "truncationConstraints.required is not set",
      });
    },
  );

  test("holds when a required truncation is valid", () => {
    expect(checkOf(name, { evidence: CLOSED_TURN, truncationConstraints: { required: true, valid: true } })).toEqual({
      class: name,
      outcome: "held",
    });
  });

  test.each([[{ required: true }], [{ required: true, valid: false }]])("trips on %j", (truncationConstraints) => {
    expect(checkOf(name, { evidence: CLOSED_TURN, truncationConstraints })).toEqual({
      class: name,
      outcome: "tripped",
      findings: [
        {
          subject: "turn-4",
          path: "truncationConstraints.valid",
          note: "truncation is required and was declared not valid",
        },
      ],
    });
  });
});
