import { modelError } from "../../model-error.ts";
import { type Fields, textOf } from "./fields.ts";

/** What is being put together: no object of the language, so that no name reaches more than what came. */
type Node = Map<string, unknown> | unknown[];

/** The most steps of a path: arguments are not deeper. */
const DEEPEST = 64;

/** Arguments that come value by value, each with its place: `$.files[0].path`. */
export class PartialArguments {
  readonly #root: Node = new Map();

  take(piece: Fields): void {
    const path = pathOf(textOf(piece["jsonPath"]));
    const last = path.pop();
    if (last === undefined) return;
    let at: Node = this.#root;
    for (const [n, step] of path.entries()) at = stepInto(at, step, path[n + 1] ?? last);
    const before = valueAt(at, last);
    const value = valueOf(piece);
    // A text comes in pieces too.
    put(at, last, typeof before === "string" && typeof value === "string" ? before + value : value);
  }

  /** All of them as JSON. */
  text(): string {
    return JSON.stringify(plain(this.#root));
  }
}

function pathOf(path: string): (string | number)[] {
  const steps = [...path.matchAll(/\.([^.[\]]+)|\[(\d{1,6})\]|\['((?:[^'\\]|\\.)*)'\]/g)].map(
    ([, name, index, quoted]) => (index === undefined ? (name ?? quoted ?? "") : Number(index)),
  );
  if (!path.startsWith("$") || steps.length > DEEPEST) throw noPlace();
  return steps;
}

function stepInto(at: Node, step: string | number, next: string | number): Node {
  const known = valueAt(at, step);
  if (isNode(known)) return known;
  const made: Node = typeof next === "number" ? [] : new Map();
  put(at, step, made);
  return made;
}

/** A list has numbered places only, and every one up to its end: a hole of a million is no argument. */
function placeIn(list: readonly unknown[], step: string | number): number {
  if (typeof step !== "number" || step > list.length) throw noPlace();
  return step;
}

function valueAt(at: Node, step: string | number): unknown {
  return Array.isArray(at) ? at[placeIn(at, step)] : at.get(String(step));
}

function put(at: Node, step: string | number, value: unknown): void {
  if (Array.isArray(at)) at[placeIn(at, step)] = value;
  else at.set(String(step), value);
}

function isNode(value: unknown): value is Node {
  return Array.isArray(value) || value instanceof Map;
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  // Every name becomes a field of its own, also `__proto__`.
  return value instanceof Map ? Object.fromEntries([...value].map(([name, field]) => [name, plain(field)])) : value;
}

function noPlace(): Error {
  return modelError("bad_reply", "arguments came for a place that cannot be read");
}

function valueOf(piece: Fields): unknown {
  if ("stringValue" in piece) return textOf(piece["stringValue"]);
  if ("numberValue" in piece) return piece["numberValue"];
  if ("boolValue" in piece) return piece["boolValue"];
  return null;
}
