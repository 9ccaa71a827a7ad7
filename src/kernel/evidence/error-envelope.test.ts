import { describe, expect, test } from "vitest";
import { Float, type Json } from "../json/value.ts";
import { errorMaterial, missingFromEnvelope, saysError } from "./error-envelope.ts";
import type { ToolResultInput } from "./wire.ts";

function row(more: Partial<ToolResultInput>): ToolResultInput {
  return { toolCallId: "bash-1", ...more };
}

const NOTHING = { code: undefined, retryable: undefined, message: undefined };

describe("errorMaterial, what normalisation reads (contract 1.2, step 4)", () => {
  test("takes the fields of the row, trimmed", () => {
    expect(errorMaterial(row({ errorCode: " Timeout ", retryable: true, errorMessage: "\tlate\n" }))).toEqual({
      code: "Timeout",
      retryable: true,
      message: "late",
    });
  });

  test("takes each part that the row lacks from a rawError object", () => {
    const rawError = { errorCode: "Denied", retryable: false, errorMessage: " no " };
    expect(errorMaterial(row({ errorCode: "  ", retryable: null, rawError }))).toEqual({
      code: "Denied",
      retryable: false,
      message: "no",
    });
    expect(errorMaterial(row({ errorCode: "Timeout", retryable: true, rawError }))).toEqual({
      code: "Timeout",
      retryable: true,
      message: "no",
    });
  });

  test("falls back to `code` and `message` when the long names do not exist", () => {
    expect(errorMaterial(row({ rawError: { code: "ENOENT", message: "no such file" } }))).toEqual({
      code: "ENOENT",
      retryable: undefined,
      message: "no such file",
    });
  });

  test.each<[string, Json]>([
    ["blank", " "],
    ["null", null],
    ["a number", 404],
  ])("does not fall through when the long name exists and is %s", (_what, value) => {
    const rawError = { errorCode: value, code: "ENOENT", errorMessage: value, message: "no such file" };
    expect(errorMaterial(row({ rawError }))).toEqual(NOTHING);
  });

  test("takes only a boolean for retryable", () => {
    expect(errorMaterial(row({ rawError: { retryable: "true" } }))).toEqual(NOTHING);
    expect(errorMaterial(row({ rawError: { retryable: 1 } }))).toEqual(NOTHING);
  });

  test.each<[Json]>([["code"], [["code"]], [7], [new Float(1)], [true], [null]])(
    "finds nothing in a rawError that is no object: %j",
    (rawError) => {
      expect(errorMaterial(row({ rawError }))).toEqual(NOTHING);
    },
  );

  test("sees own keys only, whatever they are called", () => {
    expect(errorMaterial(row({ rawError: { constructor: "x", toString: "y" } }))).toEqual(NOTHING);
  });
});

describe("saysError, what the rule takes for a failed call (contract 1.4)", () => {
  test.each<[boolean, string, Partial<ToolResultInput>]>([
    [true, "status error in any case and spacing", { status: " ERROR " }],
    [false, "status ok, whatever error material stands beside it", { status: "Ok", errorCode: "E", rawError: {} }],
    [true, "a code", { errorCode: "E" }],
    [false, "a blank code", { errorCode: "  " }],
    [true, "retryable true", { retryable: true }],
    [true, "retryable false", { retryable: false }],
    [false, "retryable null", { retryable: null }],
    [true, "a message", { errorMessage: "late" }],
    [false, "a blank message", { errorMessage: "" }],
    [true, "an empty rawError object", { rawError: {} }],
    [true, "a rawError that is false", { rawError: false }],
    [true, "a rawError that is an empty text", { rawError: "" }],
    [true, "a rawError that is zero", { rawError: 0 }],
    [false, "a rawError that is null", { rawError: null }],
    [true, "error material beside a blank status", { status: " ", errorCode: "E" }],
    [false, "nothing at all", {}],
  ])("is %s for %s", (expected, _what, more) => {
    expect(saysError(row(more))).toBe(expected);
  });
});

describe("missingFromEnvelope, what the rule still misses (contract 1.4)", () => {
  test("names all three parts of an error without envelope", () => {
    expect(missingFromEnvelope(row({ status: "error" }))).toEqual(["errorCode", "retryable", "errorMessage"]);
    expect(missingFromEnvelope(row({ rawError: "prose" }))).toEqual(["errorCode", "retryable", "errorMessage"]);
  });

  test("is content with code, retryable and message from either place", () => {
    expect(missingFromEnvelope(row({ errorCode: "E", retryable: false, errorMessage: "m" }))).toEqual([]);
    expect(missingFromEnvelope(row({ errorCode: "E", rawError: { retryable: true, message: "m" } }))).toEqual([]);
  });

  test("falls through from a blank long name to the short one, unlike normalisation", () => {
    const rawError = { errorCode: " ", code: "E", retryable: true, errorMessage: 5, message: "m" };
    expect(missingFromEnvelope(row({ rawError }))).toEqual([]);
  });

  test("names the one part that is blank or of another type", () => {
    expect(missingFromEnvelope(row({ errorCode: " ", retryable: true, errorMessage: "m" }))).toEqual(["errorCode"]);
    expect(missingFromEnvelope(row({ errorCode: "E", errorMessage: "m", rawError: { retryable: "no" } }))).toEqual([
      "retryable",
    ]);
    expect(missingFromEnvelope(row({ errorCode: "E", retryable: true, rawError: { message: {} } }))).toEqual([
      "errorMessage",
    ]);
  });
});
