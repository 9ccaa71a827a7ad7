import { compactJson } from "../../json/compact.ts";
import type { Utf8 } from "../../json/utf8.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import { anthropicBody } from "./anthropic-body.ts";
import type { Conversation, ExportNote, NoteChange } from "./exported.ts";
import { markdown } from "./markdown.ts";
import { openaiBody } from "./openai-body.ts";

/** How a conversation can be written down for somebody else. */
export type ExportFormat = "anthropic" | "openai" | "markdown";

/** A conversation in another's words, and what could not be said as it was. */
export interface Exported {
  readonly text: string;
  readonly notes: readonly ExportNote[];
}

type Writer = (conversation: Conversation, utf8: Utf8, note: NoteChange) => string;

const WRITERS: Readonly<Record<ExportFormat, Writer>> = {
  anthropic: (conversation, utf8, note) => bodyText(anthropicBody(conversation, utf8, note)),
  openai: (conversation, utf8, note) => bodyText(openaiBody(conversation, utf8, note)),
  markdown,
};

/** The formats that there are. */
export const EXPORT_FORMATS: readonly ExportFormat[] = ["anthropic", "openai", "markdown"];

/**
 * Writes a closed conversation as a provider takes it, or for people to read. The same conversation gives the same text. Throws
 * `InvariantError` where a provider's format is asked of one that is not closed: an orphan is not exported either (R11).
 */
export function exportHistory(conversation: Conversation, format: ExportFormat, utf8: Utf8): Exported {
  const notes: ExportNote[] = [];
  const text = WRITERS[format](conversation, utf8, (change, message) => notes.push({ change, message }));
  return { text, notes };
}

/** A request's body as JSON, one message a line. */
function bodyText(body: JsonObject): string {
  const fields = Object.entries(body).map(([key, value]) => `${compactJson(key)}:${fieldText(value)}`);
  return `{${fields.join(",\n")}}\n`;
}

function fieldText(value: Json): string {
  if (!Array.isArray(value) || !value.every((item: Json) => isJsonObject(item))) return compactJson(value);
  return value.length === 0 ? "[]" : `[\n${value.map(compactJson).join(",\n")}\n]`;
}
