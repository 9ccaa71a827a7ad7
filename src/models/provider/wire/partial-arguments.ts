import { modelError } from "../../model-error.ts";
import { type Fields, textOf } from "./fields.ts";

type Node = { [key: string]: unknown } | unknown[];

/** The most steps of a path: arguments are not deeper. */
const DEEPEST = 64;

/** Arguments that come value by value, each with its place: `$.files[0].path`. */
export class PartialArguments {
  readonly #root: Record<string, unknown> = Object.create(null) as Record<string, unknown>;

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
    return JSON.stringify(this.#root);
  }
}

function pathOf(path: string): (string | number)[] {
  const steps = [...path.matchAll(/\.([^.[\]]+)|\[(\d{1,6})\]|\['((?:[^'\\]|\\.)*)'\]/g)].map(
    ([, name, index, quoted]) => (index === undefined ? (name ?? quoted ?? "") : Number(index)),
  );
  if (!path.startsWith("$") || steps.length > DEEPEST)
    throw modelError("bad_reply", "arguments came for a place that cannot be read");
  return steps;
}

function stepInto(at: Node, step: string | number, next: string | number): Node {
  const known = valueAt(at, step);
  if (typeof known === "object" && known !== null) return known as Node;
  const made: Node = typeof next === "number" ? [] : (Object.create(null) as Record<string, unknown>);
  put(at, step, made);
  return made;
}

function valueAt(at: Node, step: string | number): unknown {
  return (at as Record<string | number, unknown>)[step];
}

function put(at: Node, step: string | number, value: unknown): void {
  // A hole of a million places in a list is no argument.
  if (Array.isArray(at) && (typeof step !== "number" || step > at.length))
    throw modelError("bad_reply", "arguments came for a place that cannot be read");
  (at as Record<string | number, unknown>)[step] = value;
}

function valueOf(piece: Fields): unknown {
  if ("stringValue" in piece) return textOf(piece["stringValue"]);
  if ("numberValue" in piece) return piece["numberValue"];
  if ("boolValue" in piece) return piece["boolValue"];
  return null;
}
