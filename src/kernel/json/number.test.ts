import { describe, expect, test } from "vitest";
import { utf8 } from "#platform";
import { canonicalJson } from "../digest/canonical.ts";
import { Cursor } from "./cursor.ts";
import { floatNumber, floatText, numberText } from "./number.ts";
import { problemText } from "./problem.ts";
import { readJson } from "./read.ts";
import { Float, type Json } from "./value.ts";

function read(text: string): Json | string {
  const reading = readJson(utf8.encode(text), utf8);
  return reading.ok ? reading.value : problemText(reading.problem);
}

/** What the native parser with its corrections reads, and what the tokenizer alone reads. */
function readBothWays(literal: string): readonly (Json | string)[] {
  return [read(literal), new Cursor(utf8.encode(literal), utf8).number()];
}

describe("reading a number (contract 0.3)", () => {
  test.each<[string, Json]>([
    ["0", 0],
    ["-1", -1],
    ["9007199254740991", 9_007_199_254_740_991],
    ["-9007199254740991", -9_007_199_254_740_991],
    ["9007199254740992", 9_007_199_254_740_992n],
    ["9007199254740993", 9_007_199_254_740_993n],
    ["-9007199254740993", -9_007_199_254_740_993n],
    ["9223372036854775808", 9_223_372_036_854_775_808n],
    ["18446744073709551615", 18_446_744_073_709_551_615n],
    ["-9223372036854775808", -9_223_372_036_854_775_808n],
  ])("the integer %s is kept exactly", (literal, value) => {
    expect(readBothWays(literal)).toStrictEqual([value, value]);
  });

  test.each<[string, Json]>([
    ["18446744073709551616", new Float(18_446_744_073_709_551_616)],
    ["-9223372036854775809", new Float(-9_223_372_036_854_775_808)],
    ["1.0", new Float(1)],
    ["-1.0", new Float(-1)],
    ["1e2", new Float(100)],
    ["1E+2", new Float(100)],
    ["100e-2", new Float(1)],
    ["0.0", new Float(0)],
    ["0e5", new Float(0)],
    ["0e309", new Float(0)],
    [`1e${"0".repeat(50)}1`, new Float(10)],
    [`1e-${"9".repeat(400)}`, new Float(0)],
    [`0e${"9".repeat(400)}`, new Float(0)],
    ["-0", -0],
    ["-0.0", -0],
    ["-0e99999999999", -0],
    ["0.25", 0.25],
    ["1.50", 1.5],
    ["5e-324", 5e-324],
    ["2e-324", new Float(0)],
    ["1e-99999999999", new Float(0)],
    ["0e99999999999", new Float(0)],
    ["1.7976931348623157e308", new Float(1.797_693_134_862_315_7e308)],
  ])("%s is a float", (literal, value) => {
    expect(readBothWays(literal)).toStrictEqual([value, value]);
  });

  test.each([
    ["0.091898818888030087", "0.09189881888803007", "0.09189881888803009"],
    ["0.43432711900995069", "0.43432711900995075", "0.4343271190099507"],
    ["780.22054319689528", "780.2205431968954", "780.2205431968953"],
    ["7.7182398252134998", "7.718239825213499", "7.7182398252135"],
    ["7926.9074615671461", "7926.907461567145", "7926.907461567146"],
    ["818.3e107", "8.183000000000001e+109", "8.183e+109"],
  ])("%s is scaled once and not rounded to the nearest double", (literal, ours, nearest) => {
    const reading = readJson(utf8.encode(literal), utf8);
    expect([reading.ok && canonicalJson(reading.value), String(Number(literal))]).toStrictEqual([ours, nearest]);
  });

  test.each([
    ["1e309", "number out of range at line 1 column 5"],
    ["-1e309", "number out of range at line 1 column 6"],
    ["1.8e308", "number out of range at line 1 column 7"],
    ["1e99999999999", "number out of range at line 1 column 12"],
    ["1e2147483647", "number out of range at line 1 column 12"],
    ["1e2147483648", "number out of range at line 1 column 12"],
    ["1e21474836480", "number out of range at line 1 column 12"],
    [`1${"0".repeat(309)}`, "number out of range at line 1 column 310"],
    ["[1,\n 1e400 ]", "number out of range at line 2 column 6"],
  ])("%s is out of range, and the place is behind the last digit looked at (contract 0.6)", (text, problem) => {
    expect(read(text)).toBe(problem);
  });

  test("the text of a long float may read back as its neighbour, as the reference's does", () => {
    expect(read("0.90846580991690218")).toBe(0.908_465_809_916_902_3);
    expect(read("0.9084658099169023")).toBe(0.908_465_809_916_902_4);
    expect(read("0.9084658099169024")).toBe(0.908_465_809_916_902_4);
  });

  test("a literal of ten million digits is judged without a square of time", { timeout: 5000 }, () => {
    const digits = "9".repeat(10_000_000);
    expect(read(digits)).toBe("number out of range at line 1 column 10000000");
    expect(read(`0.${digits}`)).toStrictEqual(new Float(1));
  });

  test("digits past 64 bits of significand are dropped, before and behind the point", () => {
    expect(read("123456789012345678901234567890")).toStrictEqual(new Float(1.234_567_890_123_456_8e29));
    expect(read("0.12345678901234567890123456789")).toStrictEqual(0.123_456_789_012_345_68);
    expect(read("18446744073709551616.5")).toStrictEqual(new Float(18_446_744_073_709_551_616));
  });
});

describe("printing a number (contract 0.3)", () => {
  test.each<[number, string]>([
    [1, "1.0"],
    [-1, "-1.0"],
    [100, "100.0"],
    [0, "0.0"],
    [-0, "-0.0"],
    [1.5, "1.5"],
    [1e15, "1000000000000000.0"],
    [1e16, "1e+16"],
    [-1e16, "-1e+16"],
    [9_007_199_254_740_991, "9007199254740991.0"],
    [12_345_678_901_234_568, "1.2345678901234568e+16"],
    [1e21, "1e+21"],
    [1e-5, "0.00001"],
    [0.000_012_345, "0.000012345"],
    [1e-6, "1e-6"],
    [1.5e-7, "1.5e-7"],
    [9.999e-6, "9.999e-6"],
    [5e-324, "5e-324"],
    [1.234_567_890_123_456_8e29, "1.2345678901234568e+29"],
    [Number.MAX_VALUE, "1.7976931348623157e+308"],
  ])("the float %d is %s", (value, text) => {
    expect(floatText(value)).toBe(text);
  });

  test("a whole float never reads as an integer, and an integer never as a float", () => {
    expect([floatNumber(1), floatNumber(1.5), floatNumber(-0)].map(numberText)).toStrictEqual(["1.0", "1.5", "-0.0"]);
    expect([1, -1, 0].map(numberText)).toStrictEqual(["1", "-1", "0"]);
  });

  test("what JSON cannot say has no text", () => {
    const unsayable = [NaN, Infinity, -Infinity, 2 ** 53, -(2 ** 53), 2n ** 64n, -(2n ** 63n) - 1n, new Float(NaN)];
    expect(unsayable.map(numberText)).toStrictEqual(unsayable.map(() => undefined));
  });

  test("the ends of the exact integers are sayable", () => {
    const ends = [2n ** 64n - 1n, -(2n ** 63n), Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
    expect(ends.map(numberText)).toStrictEqual(ends.map(String));
  });
});
