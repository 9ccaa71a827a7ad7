import { readToolText } from "../../json/read.ts";
import type { Utf8 } from "../../json/utf8.ts";
import { isJsonObject, type JsonObject } from "../../json/value.ts";

/** The arguments of a call as an object; undefined for a text that is none. Nothing at all is an empty object. */
export function callArguments(argumentsText: string, utf8: Utf8): JsonObject | undefined {
  if (argumentsText.trim() === "") return {};
  const reading = readToolText(argumentsText, utf8);
  return reading.ok && isJsonObject(reading.value) ? reading.value : undefined;
}
