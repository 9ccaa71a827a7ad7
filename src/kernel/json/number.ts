import { Float, type JsonNumber } from "./value.ts";

const U64_MAX = 18_446_744_073_709_551_615n;
const I64_MIN_MAGNITUDE = 9_223_372_036_854_775_808n;
const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** The parts of a number literal, sign apart. `exponent` is clamped: past ±1e6 only its sign matters. */
export interface Literal {
  readonly negative: boolean;
  /** Digits before the point, without the sign. */
  readonly whole: string;
  /** Digits after the point, or "" when there is none. */
  readonly fraction: string;
  /** Digits after `e`, or undefined when there is no exponent. */
  readonly exponent: number | undefined;
}

/** What a literal means, or undefined when it is out of range. */
export type NumberReading = (literal: Literal) => JsonNumber | undefined;

/** The number a literal means on the wire (contract 0.3). */
export function numberOf(literal: Literal): JsonNumber | undefined {
  return readNumber(literal, floatOf);
}

/** The number a literal means to everybody else: a float is the double nearest to it. For tool arguments, which no reference reads. */
export function nearestNumberOf(literal: Literal): JsonNumber | undefined {
  return readNumber(literal, nearestFloatOf);
}

function readNumber(literal: Literal, magnitudeOf: (literal: Literal) => number | undefined): JsonNumber | undefined {
  // Twenty digits hold every 64-bit integer; longer ones are floats, and a BigInt of a million digits would take seconds.
  if (literal.fraction === "" && literal.exponent === undefined && literal.whole.length <= 20) {
    const magnitude = BigInt(literal.whole);
    if (magnitude !== 0n || !literal.negative) {
      const exact = exactInteger(magnitude, literal.negative);
      if (exact !== undefined) return exact;
    }
  }
  const magnitude = magnitudeOf(literal);
  return magnitude === undefined ? undefined : floatNumber(literal.negative ? -magnitude : magnitude);
}

/** Wraps a float so that it stays one: whole values would otherwise read as integers. */
export function floatNumber(value: number): JsonNumber {
  return Number.isInteger(value) && !Object.is(value, -0) ? new Float(value) : value;
}

function exactInteger(magnitude: bigint, negative: boolean): JsonNumber | undefined {
  if (magnitude > (negative ? I64_MIN_MAGNITUDE : U64_MAX)) return undefined;
  const value = negative ? -magnitude : magnitude;
  return magnitude <= SAFE ? Number(value) : value;
}

// Not the nearest double: the reference keeps 64 bits of significand and scales once (contract 0.3, steps 1 to 4).
function floatOf({ whole, fraction, exponent }: Literal): number | undefined {
  // Up to 19 digits always fit the significand, and one native conversion rounds it to the same double.
  if (whole.length + fraction.length <= 19) return scaled(Number(whole + fraction), (exponent ?? 0) - fraction.length);
  const head = accumulate(0n, whole);
  const tail = accumulate(head.significand, fraction);
  const dropped = whole.length - head.kept;
  return scaled(Number(tail.significand), (exponent ?? 0) + dropped - tail.kept);
}

function nearestFloatOf({ whole, fraction, exponent }: Literal): number | undefined {
  const value = Number(`${whole}.${fraction}e${exponent ?? 0}`);
  return Number.isFinite(value) ? value : undefined;
}

function accumulate(start: bigint, digits: string): { significand: bigint; kept: number } {
  let significand = start;
  let kept = 0;
  for (; kept < digits.length; kept++) {
    const next = significand * 10n + BigInt(digits.charCodeAt(kept) - 48);
    if (next > U64_MAX) break;
    significand = next;
  }
  return { significand, kept };
}

function scaled(significand: number, exponent: number): number | undefined {
  let value = significand;
  let rest = exponent;
  while (rest < -308) {
    if (value === 0) return 0;
    value /= 1e308;
    rest += 308;
  }
  if (rest > 308) return value === 0 ? 0 : undefined;
  value = rest < 0 ? value / powerOfTen(-rest) : value * powerOfTen(rest);
  return Number.isFinite(value) ? value : undefined;
}

const POWERS: readonly number[] = Array.from({ length: 309 }, (_, power) => Number(`1e${power}`));

function powerOfTen(power: number): number {
  return POWERS[power] ?? Infinity;
}

/** The text of a number in canonical JSON (contract 0.3), or undefined for what JSON cannot say (NaN, ±Infinity, an unsafe whole `number`). */
export function numberText(value: JsonNumber): string | undefined {
  if (typeof value === "bigint") return value >= -I64_MIN_MAGNITUDE && value <= U64_MAX ? value.toString() : undefined;
  if (typeof value !== "number") return floatText(value.value);
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) return String(value);
  return Number.isInteger(value) && value !== 0 ? undefined : floatText(value);
}

/** Shortest digits that round-trip, positional for exponents -5 to 15, always with a fraction or an exponent. */
export function floatText(value: number): string | undefined {
  if (!Number.isFinite(value)) return undefined;
  if (value === 0) return Object.is(value, -0) ? "-0.0" : "0.0";
  // A float with a fraction is below 2^53, so the native text is positional from 1e-5 on.
  if (!Number.isInteger(value) && Math.abs(value) >= 1e-5) return String(value);
  const [mantissa = "", power = "0"] = Math.abs(value).toExponential().split("e");
  const digits = mantissa.replace(".", "");
  return (value < 0 ? "-" : "") + layOut(digits, Number(power));
}

function layOut(digits: string, power: number): string {
  if (power < -5 || power > 15) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : "";
    return `${digits.charAt(0)}${fraction}e${power < 0 ? "-" : "+"}${Math.abs(power)}`;
  }
  if (power < 0) return `0.${"0".repeat(-power - 1)}${digits}`;
  const padded = digits.padEnd(power + 1, "0");
  return `${padded.slice(0, power + 1)}.${padded.slice(power + 1) || "0"}`;
}
