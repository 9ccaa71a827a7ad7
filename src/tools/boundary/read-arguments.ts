import {
  foundIn,
  isJsonObject,
  type JsonObject,
  type JsonProblem,
  problemText,
  readToolText,
  refuseDuplicates,
} from "#kernel";
import { utf8 } from "#platform";
import { crowdedAt } from "./crowded-at.ts";
import { judgeAtBorder } from "./border-rules.ts";
import { receivedRaw } from "./received.ts";

/** The largest text of arguments that is read at all. */
export const ARGUMENT_BYTES: number = 8 * 1024 * 1024;

/** The most fields and items that the arguments may hold, at all depths together. */
export const MEMBER_LIMIT = 10_000;

/** Arguments that are an object within the border's rules; or the problem, and what can be said of what was received. */
export type ArgumentsReading =
  | { readonly ok: true; readonly args: JsonObject }
  | { readonly ok: false; readonly problem: string; readonly received: JsonObject | string };

/** Reads a model's argument text strictly: nothing is guessed, nothing is completed. Never throws (T01). */
export function readArguments(text: string): ArgumentsReading {
  if (isTooLong(text))
    return refuse(`the arguments are larger than ${ARGUMENT_BYTES} bytes`, `a text of ${text.length} chars`);
  const crowd = crowdedAt(text, MEMBER_LIMIT);
  if (crowd !== undefined) return crowded(text, crowd);
  const reading = refuseDuplicates(readToolText(text, utf8));
  if (!reading.ok) return unreadable(text, reading.problem);
  const { value } = reading;
  if (!isJsonObject(value)) return refuse(`the arguments are ${foundIn(value)}, expected a JSON object`, "no fields");
  const judgement = judgeAtBorder(value, text);
  return judgement.ok ? judgement : refuse(judgement.problem, value);
}

function refuse(problem: string, received: JsonObject | string): ArgumentsReading {
  return { ok: false, problem, received };
}

function isTooLong(text: string): boolean {
  if (text.length > ARGUMENT_BYTES) return true;
  // No character has more than three bytes for each of its units, so that short texts need not be measured.
  return text.length * 3 > ARGUMENT_BYTES && Buffer.byteLength(text) > ARGUMENT_BYTES;
}

/** Text that is no JSON before it holds too much is told of that: its commas may be those of a broken text. */
function crowded(text: string, end: number): ArgumentsReading {
  const before = readToolText(text.slice(0, end), utf8);
  if (!before.ok && !before.problem.reason.startsWith("EOF")) return unreadable(text, before.problem);
  return refuse(`the arguments hold more than ${MEMBER_LIMIT} fields and items`, `a text of ${text.length} chars`);
}

function unreadable(text: string, problem: JsonProblem): ArgumentsReading {
  if (text.trim() === "") return refuse("expected a JSON object: a call without arguments is {}", "an empty text");
  const hint = problem.reason.startsWith("EOF")
    ? "; the text ends early: send all of it, in smaller parts if it was cut"
    : "";
  return refuse(`the arguments are no JSON object: ${problemText(problem)}${hint}`, receivedRaw(text));
}
