import { present } from "../evidence/text.ts";
import { readJsonText } from "../json/read.ts";
import type { Utf8 } from "../json/utf8.ts";
import { isJsonObject, type Json } from "../json/value.ts";

/** What a process printed before it failed. */
export interface ProcessOutput {
  readonly stderr: string;
  readonly stdout: string;
}

/**
 * The failure classes a process names, standard error first, first mention kept (contract 3.3): members of an output that is one JSON
 * object, and every `lower_case_word:`. A class with a dot or without an underscore is none here. Linear in what was printed.
 */
export function failureClassesIn({ stderr, stdout }: ProcessOutput, utf8: Utf8): readonly string[] {
  return [...new Set([...classesInText(stderr, utf8), ...classesInText(stdout, utf8)])];
}

/** The members of a JSON object that hold lists of classes, in the order they are read. */
const CLASS_LISTS = ["failureClasses", "operationalFailureClasses", "semanticFailureClasses"] as const;

/** Every class in a witness's or a report's lists, trimmed; what is no text, or blank, is passed over. */
export function listedClasses(value: Json): readonly string[] {
  if (!isJsonObject(value)) return [];
  return CLASS_LISTS.flatMap((key) => {
    const list = Object.hasOwn(value, key) ? value[key] : undefined;
    return Array.isArray(list) ? list.flatMap(textOf) : [];
  });
}

function classesInText(text: string, utf8: Utf8): readonly string[] {
  return [...classesInJson(text, utf8), ...classTokens(text)];
}

function classesInJson(text: string, utf8: Utf8): readonly string[] {
  // Most output is no JSON; only an object counts, and one begins with its brace.
  if (present(text)?.startsWith("{") !== true) return [];
  const reading = readJsonText(text, utf8);
  if (!reading.ok || !isJsonObject(reading.value)) return [];
  const { failureClass = null, reasonClass = null } = reading.value;
  return [...textOf(failureClass), ...textOf(reasonClass), ...listedClasses(reading.value)];
}

function textOf(value: Json): readonly string[] {
  const text = typeof value === "string" ? present(value) : undefined;
  return text === undefined ? [] : [text];
}

function classTokens(text: string): readonly string[] {
  const tokens: string[] = [];
  for (let colon = text.indexOf(":"); colon >= 0; colon = text.indexOf(":", colon + 1)) {
    const token = tokenBefore(text, colon);
    if (token !== undefined) tokens.push(token);
  }
  return tokens;
}

/** The longest `word_word` that ends at a place. Read backwards: a pattern would try every beginning of a long word again. */
function tokenBefore(text: string, end: number): string | undefined {
  let start = end;
  while (start > 0) {
    const unit = text.charCodeAt(start - 1);
    const underscore = unit === UNDERSCORE;
    // An underscore joins two words: it neither ends a class nor follows another.
    if (underscore && (start === end || text.charCodeAt(start) === UNDERSCORE)) break;
    if (!underscore && !isWordUnit(unit)) break;
    start -= 1;
  }
  if (text.charCodeAt(start) === UNDERSCORE) start += 1;
  const token = text.slice(start, end);
  return token.includes("_") ? token : undefined;
}

const UNDERSCORE = 0x5f;

function isWordUnit(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
}
