import { Float, type Json } from "../json/value.ts";

/** One place where a value does not satisfy its schema. `path` like `.items[2].name`, "" for the top. */
export interface SchemaProblem {
  readonly path: string;
  readonly problem: string;
}

/** What is wrong with one value: at least one problem, at most {@link MAX_PROBLEMS}; undefined when it fits. */
export type Found = readonly SchemaProblem[] | undefined;

/** One check of one value. Once `stopped` has a reason, the answer is that reason and nothing else counts. */
export interface Run {
  left: number;
  depth: number;
  stopped: string | undefined;
}

/** Judges a value; pure but for the run it is counted in. */
export type Check = (value: Json, run: Run) => Found;

/** Adds the keys and indexes a passed schema has looked at, for the `unevaluated…` keywords. */
export type Mark = (value: Json, run: Run, seen: Set<string | number>) => void;

/** A schema in the making: subschemas and references hold it before its check is there. */
export interface Node {
  check: Check;
  mark: Mark | undefined;
  /** Schemas this one applies to the same value: a circle of these would never end. */
  inPlace: readonly Node[];
}

const MAX_PROBLEMS = 20;
// Deep enough for five schemas on each of the 127 levels the reader lets through, shallow enough for the stack.
const MAX_DEPTH = 700;
const MAX_STEPS = 1_000_000;
const MAX_QUOTED = 40;

/** A run with all its steps left. */
export function newRun(): Run {
  return { left: MAX_STEPS, depth: 0, stopped: undefined };
}

/** Takes steps from the run; false once they are used up. */
export function spend(run: Run, steps: number): boolean {
  run.left -= steps;
  // A few lines of schema can ask for 2^100 comparisons.
  if (run.left < 0) run.stopped ??= "it takes too many steps";
  return run.stopped === undefined;
}

/** Goes one schema deeper, and says whether that is allowed. Whoever gets true calls {@link leave}. */
export function enter(run: Run, steps: number): boolean {
  if (!spend(run, steps)) return false;
  if (run.depth >= MAX_DEPTH) {
    run.stopped = "it is nested too deep";
    return false;
  }
  run.depth += 1;
  return true;
}

/** The way back from {@link enter}. */
export function leave(run: Run): void {
  run.depth -= 1;
}

/** A single problem at the value itself. */
export function one(problem: string): readonly SchemaProblem[] {
  return [{ path: "", problem }];
}

/** Both, cut at the most that is ever returned. */
export function joined(found: Found, more: readonly SchemaProblem[]): readonly SchemaProblem[] {
  return found === undefined ? more : [...found, ...more].slice(0, MAX_PROBLEMS);
}

/** Whether there is no use in looking for more. */
export function isFull(found: Found): boolean {
  return found !== undefined && found.length >= MAX_PROBLEMS;
}

/** The problems of a part, seen from the whole. */
export function under(place: string, found: readonly SchemaProblem[]): readonly SchemaProblem[] {
  return found.map(({ path, problem }) => ({ path: place + path, problem }));
}

/** A field's place in its object: `.name`, or `["odd name"]`. */
export function fieldPlace(key: string): string {
  return key.length <= MAX_QUOTED && /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${quoted(key)}]`;
}

/** At most 40 characters of a text, in quotes. */
export function quoted(text: string): string {
  return JSON.stringify(shortened(text));
}

/** At most 40 characters of a text, or as many as are allowed. */
export function shortened(text: string, most: number = MAX_QUOTED): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

/** What to call a value without telling it. */
export function kindOf(value: Json): string {
  if (value === null) return "null";
  if (isList(value)) return "an array";
  if (typeof value === "object") return value instanceof Float ? "a number" : "an object";
  if (typeof value === "string") return "a string";
  return typeof value === "boolean" ? "a boolean" : "a number";
}

/** True for a JSON array. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
