import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { utf8 } from "#platform";
import { exactLiteral, numberLiteral } from "../../../tests/support/json-text.ts";
import { canonicalJson } from "../digest/canonical.ts";
import { problemText } from "./problem.ts";
import { readJson } from "./read.ts";

const U64_MAX = 2n ** 64n - 1n;

/** A fraction of whole numbers: the model below rounds by counting, never by floating point. */
type Ratio = readonly [over: bigint, under: bigint];

/** The double nearest to a positive ratio, ties to even; Infinity when there is none. */
function nearest([over, under]: Ratio): number {
  if (over === 0n) return 0;
  const guess = over.toString(2).length - under.toString(2).length - 53;
  for (let power = Math.max(guess, -1074); ; power++) {
    const [top, bottom] = power < 0 ? [over << BigInt(-power), under] : [over, under << BigInt(power)];
    const twice = (top * 2n) / bottom;
    const exactHalf = twice % 2n === 1n && (top * 2n) % bottom === 0n;
    const floor = twice / 2n;
    const rounded = twice % 2n === 0n || (exactHalf && floor % 2n === 0n) ? floor : floor + 1n;
    if (rounded <= 2n ** 53n) return power > 971 ? Infinity : Number(rounded) * 2 ** power;
  }
}

function ratioOf(value: number): Ratio {
  let under = 1n;
  let over = value;
  for (; !Number.isInteger(over); over *= 2) under *= 2n;
  return [BigInt(over), under];
}

function times([a, b]: Ratio, [c, d]: Ratio): Ratio {
  return [a * c, b * d];
}

/** Contract 0.3, steps 1 to 4, in exact arithmetic. */
function floatByContract(whole: string, fraction: string, exponent: number): number {
  let significand = 0n;
  let power = exponent;
  const keep = (digit: string): boolean => {
    const next = significand * 10n + BigInt(digit);
    if (next <= U64_MAX) significand = next;
    return next <= U64_MAX;
  };
  const dropped = Array.from(whole).findIndex((digit) => !keep(digit));
  if (dropped >= 0) power += whole.length - dropped;
  for (const digit of fraction) {
    if (!keep(digit)) break;
    power -= 1;
  }
  let value = nearest([significand, 1n]);
  for (; power < -308 && value !== 0; power += 308) value = divided(value, 308);
  if (value === 0) return 0;
  if (power > 308) return Infinity;
  return power < 0 ? divided(value, -power) : nearest(times(ratioOf(value), tenTo(power)));
}

function divided(value: number, power: number): number {
  const [over, under] = tenTo(power);
  return nearest(times(ratioOf(value), [under, over]));
}

function tenTo(power: number): Ratio {
  return ratioOf(nearest([10n ** BigInt(power), 1n]));
}

/** The printing rule, from the digits and the point of the native text. */
function printedByContract(value: number): string {
  if (value === 0) return "0.0";
  const [, whole = "", fraction = "", tens = "0"] = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  const leading = /^0*/.exec(whole + fraction)?.[0].length ?? 0;
  const digits = (whole + fraction).slice(leading).replace(/0+$/, "");
  const power = whole.length - 1 - leading + Number(tens);
  if (power < -5 || power > 15) {
    return `${digits[0]}${digits.length > 1 ? `.${digits.slice(1)}` : ""}e${power < 0 ? "" : "+"}${power}`;
  }
  if (power < 0) return `0.${"0".repeat(-power - 1)}${digits}`;
  return `${digits.slice(0, power + 1).padEnd(power + 1, "0")}.${digits.slice(power + 1) || "0"}`;
}

/** The canonical text of a literal, or undefined when it is out of range. */
function printedLiteral(literal: string): string | undefined {
  const [, sign = "", whole = "", fraction = "", mark = "", tens = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:([eE])(.+))?$/.exec(literal) ?? [];
  const integer = fraction === "" && mark === "" && literal !== "-0";
  if (integer && BigInt(whole) <= (sign === "" ? U64_MAX : 2n ** 63n)) return literal;
  const value = floatByContract(whole, fraction, Number(tens));
  return value === Infinity ? undefined : sign + printedByContract(value);
}

function outOfRange(column: number): string {
  return `number out of range at line 1 column ${column}`;
}

function printedByReader(text: string): string {
  const reading = readJson(utf8.encode(text), utf8);
  return reading.ok ? canonicalJson(reading.value) : problemText(reading.problem);
}

describe("numbers against an independent model in exact arithmetic", () => {
  test("every literal reads and prints as the contract's steps say (contract 0.3)", () => {
    fc.assert(
      fc.property(numberLiteral(340), (literal) => {
        expect(printedByReader(literal)).toBe(printedLiteral(literal) ?? outOfRange(literal.length));
      }),
      { numRuns: 3000 },
    );
  });

  test("and so it does behind a repeated key, where only the tokenizer reads (contract 0.3)", () => {
    fc.assert(
      fc.property(numberLiteral(340), (literal) => {
        const text = printedLiteral(literal);
        expect(printedByReader(`[{"k":0,"k":0},${literal}]`)).toBe(
          text === undefined ? outOfRange(15 + literal.length) : `[{"k":0},${text}]`,
        );
      }),
      { numRuns: 1000 },
    );
  });

  test("17-digit decimals follow the contract, and a good part of them differs from the nearest double (contract 0.3)", () => {
    const literals = fc.sample(
      fc.tuple(fc.nat({ max: 999 }), fc.integer({ min: 10 ** 13, max: 10 ** 14 - 1 })).map(([a, b]) => `${a}.${b}`),
      { numRuns: 2000, seed: 17 },
    );
    expect(literals.map(printedByReader)).toStrictEqual(literals.map(printedLiteral));
    expect(literals.filter((text) => printedByReader(text) !== printedByContract(Number(text)))).not.toStrictEqual([]);
  });

  test("numbers whose digits a double holds exactly survive the trip through their text (contract 0.3)", () => {
    fc.assert(
      fc.property(exactLiteral, (literal) => {
        const text = printedByReader(literal);
        expect(printedByReader(text)).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });
});
