import { canonicalJson, digestText, isJsonObject, type Json, NotJsonError, type Sha256 } from "#kernel";

/** Where two values begin to differ; undefined stands for what is not there. */
export interface ValueDifference {
  readonly path: string;
  readonly recorded: Json | undefined;
  readonly replayed: Json | undefined;
}

/** The first place, in the order of the recorded value, at which another one differs from it. */
export function firstDifference(
  recorded: Json | undefined,
  replayed: Json | undefined,
  path = "",
): ValueDifference | undefined {
  if (Array.isArray(recorded) && Array.isArray(replayed)) {
    const length = Math.max(recorded.length, replayed.length);
    for (let at = 0; at < length; at++) {
      const found = firstDifference(
        recorded[at] as Json | undefined,
        replayed[at] as Json | undefined,
        `${path}[${at}]`,
      );
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (isJsonObject(recorded) && isJsonObject(replayed)) {
    for (const key of new Set([...Object.keys(recorded), ...Object.keys(replayed)])) {
      const found = firstDifference(own(recorded, key), own(replayed, key), path === "" ? key : `${path}.${key}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  return textOf(recorded) === textOf(replayed) ? undefined : { path, recorded, replayed };
}

const SHORT = 120;

/** A value for a report: itself where it is short, else its digest. */
export function shownValue(sha256: Sha256, value: Json | undefined): string {
  const text = textOf(value);
  return text.length <= SHORT ? text : digestText(sha256, text);
}

function own(object: { readonly [key: string]: Json }, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function textOf(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  try {
    return canonicalJson(value);
  } catch (error) {
    // A row that was kept in memory only may hold what no journal takes.
    if (error instanceof NotJsonError) return `no JSON: ${error.message}`;
    throw error;
  }
}
