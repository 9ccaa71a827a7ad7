import { Float, isJsonObject, type Json, type JsonObject, quotedText, shownName } from "#kernel";
import { DEPTH_LIMIT } from "../json-copy.ts";

/** Names through which an object's prototype is reached; no argument has them, at any depth. */
const FORBIDDEN: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** What the border says of arguments that are JSON: as a tool may get them, or why not. */
export type BorderJudgement =
  | { readonly ok: true; readonly args: JsonObject }
  | { readonly ok: false; readonly problem: string };

/**
 * The rules that hold for a model's arguments beyond JSON itself (SECURITY, attack table): no name of a prototype, no integer that
 * a double would round, no nesting past {@link DEPTH_LIMIT}; `-0` becomes 0.
 */
export function judgeAtBorder(args: JsonObject, text: string): BorderJudgement {
  const sight: Sight = { problem: "", negativeZero: false, longFloat: false, path: undefined };
  if (!mayPass(args, 1, sight)) return { ok: false, problem: placed(sight) };
  if (sight.longFloat && holdsLongInteger(text)) return { ok: false, problem: UNSAFE };
  return { ok: true, args: sight.negativeZero ? (withoutNegativeZero(args) as JsonObject) : args };
}

const UNSAFE = "an integer is beyond 2^53 - 1: give it as a text, or as a smaller number";

interface Sight {
  problem: string;
  negativeZero: boolean;
  /** A whole float beyond 2^53: it may have been written as an integer of too many digits. */
  longFloat: boolean;
  /** From the place of the problem up to the top. */
  path: string[] | undefined;
}

function mayPass(value: Json, depth: number, sight: Sight): boolean {
  if (typeof value === "number") {
    if (Object.is(value, -0)) sight.negativeZero = true;
    return true;
  }
  if (typeof value === "bigint") return refuse(sight, UNSAFE);
  if (typeof value !== "object" || value === null) return true;
  if (value instanceof Float) {
    if (!Number.isSafeInteger(value.value)) sight.longFloat = true;
    return true;
  }
  if (depth > DEPTH_LIMIT) return refuse(sight, `nesting is deeper than ${DEPTH_LIMIT}`);
  return isJsonObject(value) ? fieldsMayPass(value, depth, sight) : itemsMayPass(value, depth, sight);
}

function itemsMayPass(items: readonly Json[], depth: number, sight: Sight): boolean {
  for (let at = 0; at < items.length; at++) {
    if (!mayPass(items[at] ?? null, depth + 1, sight)) return step(sight, `[${at}]`);
  }
  return true;
}

function fieldsMayPass(fields: JsonObject, depth: number, sight: Sight): boolean {
  for (const key of Object.keys(fields)) {
    if (FORBIDDEN.has(key)) return refuse(sight, `the name ${quotedText(key)} is not allowed`);
    if (!mayPass(fields[key] ?? null, depth + 1, sight)) return step(sight, `.${shownName(key)}`);
  }
  return true;
}

function refuse(sight: Sight, problem: string): false {
  sight.problem = problem;
  return false;
}

function step(sight: Sight, part: string): false {
  (sight.path ??= []).push(part);
  return false;
}

function placed({ problem, path = [] }: Sight): string {
  const shown = path.toReversed().slice(0, 4).join("");
  if (shown === "") return problem;
  return `in ${quotedText(shown.replace(/^\./, ""))}${path.length > 4 ? " and below" : ""}: ${problem}`;
}

/** Whether JSON text holds an integer literal that a double would round; its texts are passed over. */
function holdsLongInteger(text: string): boolean {
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*/g)) {
    if (/^-?[0-9]+$/.test(token) && !Number.isSafeInteger(Number(token))) return true;
  }
  return false;
}

function withoutNegativeZero(value: Json): Json {
  if (Object.is(value, -0)) return 0;
  if (Array.isArray(value)) return value.map(withoutNegativeZero);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withoutNegativeZero(entry)]));
}
