import { sha256 } from "#platform";
import { describe, expect, test } from "vitest";
import { FULL_TURN } from "../../../conformance/full-turn.ts";
import { admitted, refusalOf, stagesOf } from "../../../tests/forgery/minted.ts";
import { digestJson, digestText } from "../digest/digest.ts";
import type { Violation } from "../gate/verdict.ts";
import { guardedParts } from "./guarded-requests.ts";
import {
  type ErrorDraft,
  interruptedResult,
  resultParts,
  settleResults,
  type ToolResultDraft,
} from "./tool-results.ts";

const GUARDED = stagesOf().guarded;
const [READ, EDIT, BASH] = FULL_TURN.results as readonly [ToolResultDraft, ToolResultDraft, ToolResultDraft];
const RENDER_POLICY = stagesOf().spec.wire.toolRenderProtocolDigest;
const ERROR: ErrorDraft = { errorCode: "Timeout", retryable: true, errorMessage: "too slow" };

function refusedFor(...drafts: readonly ToolResultDraft[]): readonly Violation[] {
  const refusal = refusalOf(settleResults(GUARDED, drafts));
  expect(refusal.answer).toBe("stop");
  return refusal.violations;
}

function violation(failClass: Violation["class"], subject: string, note: string): Violation {
  return { class: failClass, answer: "stop", subject, path: "evidence.tusk.results", note };
}

/** The parts of the turn with the first result replaced. */
function partsWith(change: Partial<ToolResultDraft>): ReturnType<typeof resultParts> {
  return resultParts(admitted(settleResults(GUARDED, [{ ...READ, ...change }, EDIT, BASH])));
}

describe("settleResults mints ToolResults: one terminal result for every call, in call order (K05)", () => {
  const orders = [
    [READ, EDIT, BASH],
    [READ, BASH, EDIT],
    [EDIT, READ, BASH],
    [EDIT, BASH, READ],
    [BASH, READ, EDIT],
    [BASH, EDIT, READ],
  ] as const;

  test.each(orders.map((order) => [order.map((row) => row.toolCallId).join(", "), order] as const))(
    "finished in the order %s, handed over in call order",
    (_name, order) => {
      const results = admitted(settleResults(GUARDED, order));
      const parts = resultParts(results);
      expect(results.callIds).toEqual(["tc-1", "tc-2", "tc-3"]);
      expect(parts.wireResults.map((row) => row.toolCallId)).toEqual(["tc-1", "tc-2", "tc-3"]);
      expect(parts.renders.map((row) => row.toolCallId)).toEqual(["tc-1", "tc-2", "tc-3"]);
      expect(parts).toEqual(resultParts(stagesOf().results));
    },
  );

  test("sizes, status and digests of the golden turn are computed, whole", () => {
    const parts = resultParts(stagesOf().results);
    const { payload: _read, shown: _readShown, injectionPoint: _readAt, ...read } = READ;
    const { payload: _edit, shown: _editShown, injectionPoint: _editAt, ...edit } = EDIT;
    const { payload: _bash, shown: _bashShown, injectionPoint: _bashAt, error, ...bash } = BASH;
    expect(parts.results).toEqual([
      { ...read, payloadBytes: 22, shownBytes: 22 },
      { ...edit, payloadBytes: 14, shownBytes: 14 },
      { ...bash, payloadBytes: 36, shownBytes: 36 },
    ]);
    expect(parts.wireResults).toEqual([
      { toolCallId: "tc-1", status: "ok", payload: READ.payload },
      { toolCallId: "tc-2", status: "ok", payload: EDIT.payload },
      { toolCallId: "tc-3", status: "error", payload: BASH.payload, ...error },
    ]);
    const digests = [READ, EDIT, BASH].map((row) => digestJson(sha256, row.payload ?? null));
    expect(parts.resultDigests).toEqual(digests);
    expect(parts.renders).toEqual(
      [READ, EDIT, BASH].map((row, at) => ({
        toolCallId: row.toolCallId,
        operatorPayloadDigest: digests[at],
        reminderRenderDigest: digestText(sha256, row.shown),
        injectionPoint: "tool_response",
        policyDigest: RENDER_POLICY,
      })),
    );
    expect(parts.values).toEqual(guardedParts(GUARDED).values);
  });

  test("rows are frozen copies", () => {
    const parts = resultParts(stagesOf().results);
    const [row] = parts.wireResults.slice(1);
    expect(
      [parts.results[0], parts.results[0]?.provenance, row, row?.payload, parts.renders[0]].every(Object.isFrozen),
    ).toBe(true);
    expect(row?.payload).not.toBe(EDIT.payload);
  });

  test("a text counts in UTF-8 as it is, anything else in its canonical form", () => {
    expect(partsWith({ payload: "é😀", shown: "é" }).results[0]).toMatchObject({ payloadBytes: 6, shownBytes: 2 });
    expect(partsWith({ payload: { b: 1, a: ["é"] }, shown: "" }).results[0]).toMatchObject({
      payloadBytes: '{"a":["é"],"b":1}'.length + 1,
      shownBytes: 0,
    });
    expect(partsWith({ payload: false, shown: "false" }).results[0]).toMatchObject({ payloadBytes: 5, shownBytes: 5 });
  });

  test("a shown text that is not the payload is kept as a value, one that is the payload is not kept twice", () => {
    expect(partsWith({ payload: "all of it", shown: "some" }).shownTexts).toEqual({
      [digestText(sha256, "some")]: "some",
    });
    expect(partsWith({ payload: "all of it", shown: "all of it" }).shownTexts).toEqual({});
    expect(partsWith({ payload: { a: 1 }, shown: '{"a":1}' }).shownTexts).toEqual({});
  });

  test.each([{ payload: null }, {}])("a call without a payload shows the digest of nothing: %o", (payload) => {
    const { payload: _payload, ...rest } = READ;
    const parts = resultParts(admitted(settleResults(GUARDED, [{ ...rest, ...payload, shown: "" }, EDIT, BASH])));
    expect(parts.wireResults[0]).toEqual({ toolCallId: "tc-1", status: "ok" });
    expect(parts.resultDigests[0]).toBeUndefined();
    expect(parts.results[0]).toMatchObject({ payloadBytes: 0, shownBytes: 0 });
    expect(parts.renders[0]).toMatchObject({ operatorPayloadDigest: digestText(sha256, "") });
    // Nothing else proves that the model saw an empty text.
    expect(parts.shownTexts).toEqual({ [digestText(sha256, "")]: "" });
  });

  test.each(["failed", "denied", "timeout", "interrupted"] as const)(
    "the outcome %s is an error on the wire",
    (outcome) => {
      const row = partsWith({ outcome, error: ERROR }).wireResults[0];
      expect(row).toEqual({ toolCallId: "tc-1", status: "error", payload: READ.payload, ...ERROR });
    },
  );

  test("an error cannot rename its call or call itself ok", () => {
    const error = { ...ERROR, toolCallId: "tc-2", status: "ok", payload: "other" } as ErrorDraft;
    expect(partsWith({ outcome: "failed", error }).wireResults[0]).toMatchObject({
      toolCallId: "tc-1",
      status: "error",
      payload: READ.payload,
    });
  });
});

describe("what settleResults refuses (K05, K07)", () => {
  const missing = (id: string): Violation => violation("tool.result_missing", id, "the call has no result");

  test("a missing result", () => {
    expect(refusedFor(READ, BASH)).toEqual([missing("tc-2")]);
    expect(refusedFor()).toEqual([missing("tc-1"), missing("tc-2"), missing("tc-3")]);
  });

  test("a second result, the same or another", () => {
    expect(refusedFor(READ, EDIT, BASH, READ)).toEqual([
      violation("tool.result_orphan", "tc-1", "the call has 2 results"),
    ]);
    expect(refusedFor(READ, EDIT, EDIT, { ...EDIT, outcome: "failed", error: ERROR }, BASH)).toEqual([
      violation("tool.result_orphan", "tc-2", "the call has 3 results"),
    ]);
  });

  test("a result that answers no call of this turn, once or twice", () => {
    const foreign = { ...READ, toolCallId: "tc-9" };
    const orphan = violation("tool.result_orphan", "tc-9", "the result answers no call of this turn");
    expect(refusedFor(READ, EDIT, BASH, foreign)).toEqual([orphan]);
    expect(refusedFor(READ, EDIT, BASH, foreign, foreign)).toEqual([orphan]);
  });

  test("an ok with an error, and a failure without one", () => {
    expect(refusedFor({ ...READ, error: ERROR }, EDIT, BASH)).toEqual([
      violation("tool.schema_invalid", "tc-1", "a call that is ok has an error"),
    ]);
    for (const outcome of ["failed", "denied", "timeout", "interrupted"] as const) {
      expect(refusedFor({ ...READ, outcome }, EDIT, BASH)).toEqual([
        violation("tool.schema_invalid", "tc-1", "a failed call has no error"),
      ]);
    }
  });

  test("everything that is wrong is said at once: first what is missing, then what is too much, then what is malformed", () => {
    expect(refusedFor({ ...BASH, outcome: "ok" }, { ...READ, toolCallId: "tc-9" }, EDIT, EDIT)).toEqual([
      missing("tc-1"),
      violation("tool.result_orphan", "tc-9", "the result answers no call of this turn"),
      violation("tool.result_orphan", "tc-2", "the call has 2 results"),
      violation("tool.schema_invalid", "tc-3", "a call that is ok has an error"),
    ]);
  });

  test("a payload or a shown text that has no digest", () => {
    expect(refusedFor(READ, { ...EDIT, payload: { count: Number.NaN } }, BASH)).toEqual([
      violation("tool.schema_invalid", "tc-2", 'the number NaN at "count" is not JSON'),
    ]);
    expect(refusedFor({ ...READ, payload: "\uD800" }, EDIT, BASH)).toEqual([
      violation("tool.schema_invalid", "tc-1", "a lone surrogate at the top is not JSON"),
    ]);
    expect(refusedFor(READ, EDIT, { ...BASH, shown: "cut in a pair \uD83D" })).toEqual([
      violation("tool.schema_invalid", "tc-3", "a lone surrogate at the text is not JSON"),
    ]);
  });

  test.each<[string, object, string, string]>([
    [
      "an outcome that is none",
      { outcome: "done", error: ERROR },
      "evidence.tusk.results[0].outcome",
      'is "done", expected one of ok, failed, denied, timeout, interrupted',
    ],
    ["no number", { seq: undefined }, "evidence.tusk.results[0].seq", "is absent"],
    [
      "a program's output that is no text",
      { code: { stdout: 1, stderr: "", traceback: "" } },
      "evidence.tusk.results[0].code.stdout",
      "is a number, expected text",
    ],
    ["reads that are no list", { reads: "/repo" }, "evidence.tusk.results[0].reads", 'is "/repo", expected a list'],
  ])("a result with %s, whatever its type says", (_what, change, path, note) => {
    expect(refusedFor({ ...READ, ...change }, EDIT, BASH)).toEqual([
      { class: "tool.schema_invalid", answer: "stop", subject: path, path, note },
    ]);
  });

  test("an error that is not about the result is a bug and stays one", () => {
    const draft: ToolResultDraft = {
      ...READ,
      get injectionPoint(): never {
        throw new RangeError("no more memory");
      },
    };
    expect(() => settleResults(GUARDED, [draft, EDIT, BASH])).toThrow(RangeError);
  });
});

describe("a call whose end nobody saw (DESIGN 8, R11)", () => {
  test("is interrupted: neither failed nor denied, never tried again, and nothing is shown of it", () => {
    expect(interruptedResult("tc-3", 21)).toEqual({
      toolCallId: "tc-3",
      outcome: "interrupted",
      provenance: { kind: "route", ref: "replay" },
      seq: 21,
      shown: "",
      injectionPoint: "tool_response",
      error: {
        errorCode: "Interrupted",
        retryable: false,
        errorMessage: "the run ended before this call did; whether it took effect is unknown",
      },
    });
  });

  test("settles its call like any other", () => {
    const parts = resultParts(admitted(settleResults(GUARDED, [interruptedResult("tc-1", 20), EDIT, BASH])));
    expect(parts.results[0]).toMatchObject({ outcome: "interrupted", payloadBytes: 0, shownBytes: 0, seq: 20 });
    expect(parts.wireResults[0]).toMatchObject({ toolCallId: "tc-1", status: "error", errorCode: "Interrupted" });
  });
});
