import { Float, isJsonObject, type Json, type JsonNumber, type JsonObject } from "../json/value.ts";
import { isList, type Run, spend } from "./json-schema-node.ts";

/** A number that JavaScript compares exactly with any other: no {@link Float} left. */
export function plainNumber(value: JsonNumber): number | bigint {
  return value instanceof Float ? value.value : value;
}

/** True for a JSON number of any of its three forms. */
export function isNumber(value: Json | undefined): value is JsonNumber {
  return typeof value === "number" || typeof value === "bigint" || value instanceof Float;
}

/** True for 1, 1.0 and integers beyond 2^53. */
export function isWhole(value: Json): boolean {
  return typeof value === "bigint" || Number.isInteger(value instanceof Float ? value.value : value);
}

/** What stands for a scalar in a Set or Map: equal values have the same key, 1 and 1.0 too. */
export type ScalarKey = string | number | bigint | boolean | null;

/** The key of a scalar; undefined for arrays and objects. */
export function scalarKey(value: Json): ScalarKey | undefined {
  if (isNumber(value)) return numberKey(plainNumber(value));
  return typeof value === "object" && value !== null ? undefined : value;
}

function numberKey(value: number | bigint): number | bigint {
  if (typeof value === "number") return value === 0 ? 0 : value;
  const double = Number(value);
  return BigInt(double) === value ? double : value;
}

/** Deep equality where 1 and 1.0 are the same number and the order of keys does not matter. */
export function sameJson(a: Json, b: Json, run: Run): boolean {
  // Not recursive: a value may be nested deeper than the stack.
  const open: [Json, Json][] = [[a, b]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    if (!spend(run, 1) || !sameOutside(pair[0], pair[1], open)) return false;
  }
  return true;
}

function sameOutside(a: Json, b: Json, open: [Json, Json][]): boolean {
  if (isList(a)) return isList(b) && sameLists(a, b, open);
  if (isJsonObject(a)) return isJsonObject(b) && sameObjects(a, b, open);
  const key = scalarKey(a);
  return key !== undefined && key === scalarKey(b);
}

function sameLists(a: readonly Json[], b: readonly Json[], open: [Json, Json][]): boolean {
  if (a.length !== b.length) return false;
  for (const [at, left] of a.entries()) {
    const right = b[at];
    if (right === undefined) return false;
    open.push([left, right]);
  }
  return true;
}

function sameObjects(a: JsonObject, b: JsonObject, open: [Json, Json][]): boolean {
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  for (const key of keys) {
    const left = a[key];
    const right = Object.hasOwn(b, key) ? b[key] : undefined;
    if (left === undefined || right === undefined) return false;
    open.push([left, right]);
  }
  return true;
}

/** Whether a number is a multiple of another, both read as the decimals they are written as: 0.3 is a multiple of 0.1. */
export function isMultiple(value: number | bigint, of: number | bigint): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(of)) return Number(value) % Number(of) === 0;
  const [a, b] = [decimalOf(value), decimalOf(of)];
  if (a === undefined || b === undefined || b.digits === 0n) return false;
  const scale = Math.min(a.power, b.power);
  return (a.digits * 10n ** BigInt(a.power - scale)) % (b.digits * 10n ** BigInt(b.power - scale)) === 0n;
}

interface Decimal {
  readonly digits: bigint;
  readonly power: number;
}

function decimalOf(value: number | bigint): Decimal | undefined {
  if (typeof value === "bigint") return { digits: value, power: 0 };
  if (!Number.isFinite(value)) return undefined;
  // Whole doubles are taken exactly: the shortest text of 2^60 is not 2^60.
  if (Number.isInteger(value)) return { digits: BigInt(value), power: 0 };
  const [mantissa = "0", power = "0"] = value.toExponential().split("e");
  const fraction = mantissa.split(".")[1] ?? "";
  return { digits: BigInt(mantissa.replace(".", "")), power: Number(power) - fraction.length };
}
