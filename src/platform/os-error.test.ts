import { describe, expect, test } from "vitest";
import { osErrorText } from "./os-error.ts";

function thrown(errno: number): Error {
  return Object.assign(new Error("as Node words it"), { errno });
}

describe("what a file call threw", () => {
  test.each([
    [-1, "Operation not permitted (os error 1)"],
    [-2, "No such file or directory (os error 2)"],
    [-13, "Permission denied (os error 13)"],
    [-21, "Is a directory (os error 21)"],
    [-24, "Too many open files (os error 24)"],
  ])("with errno %d is told in the C library's words", (errno, text) => {
    expect(osErrorText(thrown(errno))).toBe(text);
  });

  test("without a number is told in its own words", () => {
    expect(
      [new Error("odd"), thrown(0), thrown(5), Object.assign(new Error("text"), { errno: "2" })].map(osErrorText),
    ).toStrictEqual(["odd", "as Node words it", "as Node words it", "text"]);
  });

  test("that is no error at all is unknown", () => {
    expect(["x", undefined, null, { errno: -2 }].map(osErrorText)).toStrictEqual(
      Array<string>(4).fill("unknown error"),
    );
  });
});
