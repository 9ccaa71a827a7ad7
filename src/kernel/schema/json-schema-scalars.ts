import { isJsonObject, type Json } from "../json/value.ts";
import {
  isMultiple,
  isNumber,
  isWhole,
  plainNumber,
  sameJson,
  type ScalarKey,
  scalarKey,
} from "./json-schema-equality.ts";
import { numberText } from "../json/number.ts";
import { type Check, type Found, isList, kindOf, one, quoted, type Run, shortened, spend } from "./json-schema-node.ts";
import { compilePattern, type Pattern } from "./json-schema-pattern.ts";
import { type Keywords, type Part, type Site, textList } from "./json-schema-site.ts";

const TYPES: ReadonlyMap<string, (value: Json) => boolean> = new Map<string, (value: Json) => boolean>([
  ["string", (value) => typeof value === "string"],
  ["integer", isWhole],
  ["number", isNumber],
  ["boolean", (value) => typeof value === "boolean"],
  ["null", (value) => value === null],
  ["array", isList],
  ["object", isJsonObject],
]);

/** `type` alone: a value of the wrong type is not looked at any further. */
export function typeCheck(site: Site): Check | undefined {
  const names = site.read("type", (given) => {
    const list = typeof given === "string" ? [given] : (textList(given) ?? []);
    return list.length > 0 && list.every((name) => TYPES.has(name)) ? list : undefined;
  });
  if (names === undefined) return undefined;
  const tests = names.flatMap((name) => TYPES.get(name) ?? []);
  const expected = names.join(" or ");
  const misfit = (value: Json): Found => one(`is ${kindOf(value)}, expected ${expected}`);
  const [test] = tests;
  if (test !== undefined && tests.length === 1) return (value) => (test(value) ? undefined : misfit(value));
  return (value) => (tests.some((fits) => fits(value)) ? undefined : misfit(value));
}

function choices(site: Site): Part {
  const given = site.read("enum", (list) => (isList(list) ? list : undefined));
  const constant = site.get("const");
  return {
    check: both(
      given && isOneOf(given, `is not one of ${listed(given)}`),
      constant === undefined ? undefined : isOneOf([constant], `is not ${shown(constant)}`),
    ),
  };
}

function both(first: Check | undefined, second: Check | undefined): Check | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return (value, run) => first(value, run) ?? second(value, run);
}

function isOneOf(allowed: readonly Json[], problem: string): Check {
  const misfit = one(problem);
  const scalars = new Set<ScalarKey | undefined>(allowed.map(scalarKey));
  const others = allowed.filter((value) => scalarKey(value) === undefined);
  return (value, run) => {
    const key = scalarKey(value);
    const fits = key === undefined ? others.some((other) => sameJson(other, value, run)) : scalars.has(key);
    return fits ? undefined : misfit;
  };
}

function listed(values: readonly Json[]): string {
  return values.length > 8 ? `${listed(values.slice(0, 8))}, …` : values.map(shown).join(", ");
}

function shown(value: Json): string {
  if (typeof value === "string") return quoted(value);
  if (isNumber(value)) return numberText(value) ?? "a number";
  return typeof value === "boolean" ? String(value) : kindOf(value);
}

type Test = (value: number | bigint, limit: number | bigint) => boolean;

const LIMITS: readonly (readonly [name: string, words: string, fits: Test])[] = [
  ["minimum", "must be at least", (value, limit) => value >= limit],
  ["maximum", "must be at most", (value, limit) => value <= limit],
  ["exclusiveMinimum", "must be more than", (value, limit) => value > limit],
  ["exclusiveMaximum", "must be less than", (value, limit) => value < limit],
  ["multipleOf", "must be a multiple of", isMultiple],
];

function limits(site: Site): Part {
  const given = LIMITS.flatMap(([name, words, fits]) => {
    const limit = site.number(name);
    if (limit === undefined) return [];
    if (name === "multipleOf" && limit <= 0) site.refuse(name, "is malformed");
    return [{ limit, fits, misfit: one(`${words} ${shown(limit)}`) }];
  });
  return {
    check: (value) => {
      if (!isNumber(value)) return undefined;
      const number = plainNumber(value);
      for (const { limit, fits, misfit } of given) if (!fits(number, limit)) return misfit;
      return undefined;
    },
  };
}

function lengths(site: Site): Part {
  const min = site.count("minLength") ?? 0;
  const max = site.count("maxLength") ?? Infinity;
  const tooShort = one(`must have ${min} or more characters`);
  const tooLong = one(`must have ${max} or fewer characters`);
  return {
    check: (value, run) => {
      if (typeof value !== "string") return undefined;
      // A text has between half as many and as many code points as code units: counting is rarely needed.
      if (value.length < min) return tooShort;
      if (value.length > max * 2) return tooLong;
      if (value.length <= max && value.length >= min * 2) return undefined;
      const length = codePoints(value, run);
      if (length < min) return tooShort;
      return length > max ? tooLong : undefined;
    },
  };
}

function codePoints(text: string, run: Run): number {
  spend(run, text.length >> 4);
  let count = text.length;
  for (let at = 1; at < text.length; at++) {
    if (isHigh(text.charCodeAt(at - 1)) && (text.charCodeAt(at) & 0xfc00) === 0xdc00) count -= 1;
  }
  return count;
}

function isHigh(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

// Even a search that takes time in proportion can be asked for often, of texts of any length.
const LONGEST_TESTED = 10_000;

/** What a pattern makes of a text: undefined when it cannot be tested. */
export function tested(pattern: Pattern, text: string, run: Run): boolean | undefined {
  if (text.length > LONGEST_TESTED) return undefined;
  return spend(run, 1 + (text.length >> 4)) && pattern.test(text, (steps) => spend(run, steps));
}

/** The problem of a text {@link tested} could not test. */
export const TOO_LONG_TO_TEST: Found = one("too long to be tested against its pattern");

/** The pattern to test texts with; one that cannot be is refused at its place. */
export function patternAt(site: Site, place: string, source: string): Pattern | undefined {
  const compiled = compilePattern(source);
  return "reason" in compiled ? site.refuse(place, compiled.reason) : compiled;
}

function patterns(site: Site): Part | undefined {
  const source = site.text("pattern");
  const pattern = source === undefined ? undefined : patternAt(site, "pattern", source);
  if (source === undefined || pattern === undefined) return undefined;
  const misfit = one(`must match the pattern ${shortened(source)}`);
  return {
    check: (value, run) => {
      if (typeof value !== "string") return undefined;
      const fits = tested(pattern, value, run);
      if (fits === undefined) return TOO_LONG_TO_TEST;
      return fits ? undefined : misfit;
    },
  };
}

/** Keywords that look at a value as a whole, a number or a text. */
export const SCALAR_KEYWORDS: readonly Keywords[] = [
  { names: ["enum", "const"], compile: choices },
  { names: LIMITS.map(([name]) => name), compile: limits },
  { names: ["minLength", "maxLength"], compile: lengths },
  { names: ["pattern"], compile: patterns },
];
