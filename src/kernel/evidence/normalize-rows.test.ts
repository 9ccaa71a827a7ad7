import { describe, expect, test } from "vitest";
import { sha256 } from "#platform";
import { CLOSED_TURN } from "../../../conformance/closed-turn.ts";
import { digestText } from "../digest/digest.ts";
import {
  normalizeCallSpec,
  normalizeHandoff,
  normalizeProtocolState,
  normalizeStateView,
  normalizeToolRender,
  normalizeToolRequest,
  normalizeToolResult,
  normalizeToolUse,
} from "./normalize-rows.ts";
import { NotNormal } from "./rows.ts";
import type { NormalizedToolResult } from "./normalized.ts";
import type { ToolResultInput } from "./wire.ts";

const EMPTY_MESSAGE = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

function result(row: Partial<ToolResultInput>): NormalizedToolResult {
  return normalizeToolResult({ toolCallId: "bash-1", ...row }, sha256);
}

test("a call spec is trimmed; mode and pattern are lower-cased and not judged (contract 1.2, step 1)", () => {
  const spec = { ...CLOSED_TURN.callSpec, callId: " Turn-4 ", actionMode: " WhatEver ", executionPattern: "Ad-Hoc" };
  expect(normalizeCallSpec(spec)).toEqual({
    ...CLOSED_TURN.callSpec,
    callId: "Turn-4",
    actionMode: "whatever",
    executionPattern: "ad-hoc",
  });
});

test("a request keeps its optional texts trimmed, and blank ones are absent", () => {
  expect(
    normalizeToolRequest({
      toolCallId: " r-1",
      toolName: "read ",
      schemaDigest: " s ",
      callerId: "",
      searchRefDigest: null,
    }),
  ).toEqual({ toolCallId: "r-1", toolName: "read", schemaDigest: "s" });
});

describe("a result's status (contract 1.2, step 4)", () => {
  test.each([["ok"], [" OK\n"], ["Ok"]])("is ok when given as %j", (status) => {
    expect(result({ status })).toEqual({ status: "ok", toolCallId: "bash-1" });
  });

  test.each<[string, Partial<ToolResultInput>]>([
    ["is absent", {}],
    ["is null", { status: null }],
    ["is blank", { status: "  " }],
  ])("is ok when it %s and no error material is there", (_what, row) => {
    expect(result(row).status).toBe("ok");
  });

  test.each<[string, Partial<ToolResultInput>]>([
    ["a code", { errorCode: "E" }],
    ["retryable, even false", { retryable: false }],
    ["a message", { errorMessage: "m" }],
    ["a code inside rawError", { status: " ", rawError: { code: "E" } }],
  ])("is error when it is not given and there is %s", (_what, row) => {
    expect(result(row).status).toBe("error");
  });

  test("is ok for a rawError in which nothing is found", () => {
    expect(result({ rawError: "prose" }).status).toBe("ok");
    expect(result({ rawError: {} }).status).toBe("ok");
  });

  test("is refused in lower case when it is no known word (contract 1.2, exact text)", () => {
    expect(() => result({ status: " Pending" })).toThrow(
      new NotNormal("toolResults[].status invalid: unsupported value `pending` (expected `ok` or `error`)"),
    );
  });

  test("is judged before the id (contract 1.2, step 2)", () => {
    expect(() => result({ toolCallId: " ", status: "done" })).toThrow("toolResults[].status invalid");
    expect(() => result({ toolCallId: " ", status: "ok" })).toThrow(
      new NotNormal("toolResults[].toolCallId must be non-empty"),
    );
  });
});

describe("a result's error", () => {
  test("carries code, retryable and the digest of the message's raw bytes", () => {
    expect(result({ errorCode: "Timeout", retryable: true, errorMessage: " äöü " }).error).toEqual({
      errorCode: "Timeout",
      retryable: true,
      errorMessageDigest: digestText(sha256, "äöü"),
    });
  });

  test("has defaults for what is missing (contract 1.2, step 4)", () => {
    expect(result({ status: "error" }).error).toEqual({
      errorCode: "unknown_error",
      retryable: false,
      errorMessageDigest: EMPTY_MESSAGE,
    });
  });

  test("is dropped when the status says ok", () => {
    expect(result({ status: "ok", errorCode: "E", retryable: true, errorMessage: "m" })).toEqual({
      status: "ok",
      toolCallId: "bash-1",
    });
  });
});

describe("a result's digest", () => {
  test("is the given one, trimmed, even when there is a payload", () => {
    expect(result({ resultDigest: " result:1 ", payload: { a: 1 } }).resultDigest).toBe("result:1");
  });

  test("is the payload's canonical digest when none is given (contract 0.4)", () => {
    expect(result({ resultDigest: " ", payload: { b: [1.5, "ü"], a: 1 } }).resultDigest).toBe(
      digestText(sha256, '{"a":1,"b":[1.5,"ü"]}'),
    );
  });

  test.each([[false], [0], [""], [[]]])("is taken of a payload that is merely empty: %j", (payload) => {
    expect(result({ payload }).resultDigest).toBe(digestText(sha256, JSON.stringify(payload)));
  });

  test("is absent without payload, and for the payload null", () => {
    expect(result({}).resultDigest).toBeUndefined();
    expect(result({ payload: null }).resultDigest).toBeUndefined();
  });
});

describe("a disposition", () => {
  test.each([["consumed"], ["observed"], ["discarded"]])("may be %s, in any case and spacing", (word) => {
    const disposition = ` ${word.toUpperCase()} `;
    expect(normalizeToolUse({ toolCallId: " a ", disposition, resultDigest: " " })).toEqual({
      toolCallId: "a",
      disposition: word,
    });
  });

  test.each([["observed_only"], ["discarded_with_reason"], ["retry_scheduled"], ["__proto__"]])(
    "may not be %s (contract 1.2, step 5)",
    (word) => {
      expect(() => normalizeToolUse({ toolCallId: "a", disposition: word })).toThrow(
        new NotNormal(
          `toolUse[].disposition invalid: unsupported value \`${word}\` (expected consumed|observed|discarded)`,
        ),
      );
    },
  );

  test("is judged before the id (contract 1.2, step 2)", () => {
    const blank = { toolCallId: " ", disposition: " " };
    expect(() => normalizeToolUse(blank)).toThrow(new NotNormal("toolUse[].disposition must be non-empty"));
    expect(() => normalizeToolUse({ ...blank, disposition: "gone" })).toThrow("toolUse[].disposition invalid");
    expect(() => normalizeToolUse({ ...blank, disposition: "consumed" })).toThrow(
      new NotNormal("toolUse[].toolCallId must be non-empty"),
    );
  });
});

test("a stop reason is lower-cased, and continuation is off unless it is allowed", () => {
  expect(normalizeProtocolState({ stopReason: " Tool_Use " })).toEqual({
    stopReason: "tool_use",
    continuationAllowed: false,
  });
  expect(normalizeProtocolState({ stopReason: "end_turn", continuationAllowed: true }).continuationAllowed).toBe(true);
});

test("a handoff's refs are normalised and its blank return path is absent", () => {
  expect(
    normalizeHandoff({ target: " Tester ", requiredArtifactRefs: ["b", " a", "b "], returnPathRef: "\u00A0" }),
  ).toEqual({ target: "Tester", requiredArtifactRefs: ["a", "b"] });
  expect(normalizeHandoff({ target: "t", requiredArtifactRefs: [" "] })).toEqual({ target: "t" });
});

test("an injection point is lower-cased, a view's refs are normalised", () => {
  const [render, view] = [CLOSED_TURN.toolRender[0], CLOSED_TURN.stateViews[0]];
  expect(normalizeToolRender({ ...render, injectionPoint: " Tool_Response" })).toEqual(render);
  expect(normalizeStateView({ ...view, sourceRefs: ["b", "", "a", "b"] })).toEqual({ ...view, sourceRefs: ["a", "b"] });
});
