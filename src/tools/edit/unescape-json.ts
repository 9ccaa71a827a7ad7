import { readJsonText } from "#kernel";
import { utf8 } from "#platform";

/** What a text says when it is read as the inside of a JSON string; undefined when it is none, or says nothing else than itself. */
export function unescapeJson(text: string): string | undefined {
  if (!text.includes("\\")) return undefined;
  const reading = readJsonText(`"${text}"`, utf8);
  if (!reading.ok || typeof reading.value !== "string") return undefined;
  return reading.value === text || !reading.value.isWellFormed() ? undefined : reading.value;
}
