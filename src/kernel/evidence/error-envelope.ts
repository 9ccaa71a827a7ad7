import { isJsonObject, type Json } from "../json/value.ts";
import { asciiLower, present } from "./text.ts";
import type { ToolResultInput } from "./wire.ts";

/** Error material of one result row, wherever it stood. */
export interface ErrorMaterial {
  readonly code: string | undefined;
  readonly retryable: boolean | undefined;
  readonly message: string | undefined;
}

/** What normalisation reads: the first of two keys that exists decides, even when it is blank (contract 1.2, step 4). */
export function errorMaterial(row: ToolResultInput): ErrorMaterial {
  const raw = row.rawError;
  return {
    code: present(row.errorCode) ?? textOf(firstOf(raw, "errorCode", "code")),
    retryable: row.retryable ?? booleanOf(raw),
    message: present(row.errorMessage) ?? textOf(firstOf(raw, "errorMessage", "message")),
  };
}

/** Whether the raw row says that the call failed (contract 1.4, second note). */
export function saysError(row: ToolResultInput): boolean {
  const status = present(row.status);
  const word = status === undefined ? undefined : asciiLower(status);
  if (word === "error" || word === "ok") return word === "error";
  return (
    present(row.errorCode) !== undefined ||
    typeof row.retryable === "boolean" ||
    present(row.errorMessage) !== undefined ||
    (row.rawError ?? null) !== null
  );
}

/** Names what a full envelope still lacks. Here a blank key falls through to the next one, unlike in normalisation. */
export function missingFromEnvelope(row: ToolResultInput): readonly string[] {
  const raw = row.rawError;
  const code = present(row.errorCode) ?? textOf(get(raw, "errorCode")) ?? textOf(get(raw, "code"));
  const retryable = row.retryable ?? booleanOf(raw);
  const message = present(row.errorMessage) ?? textOf(get(raw, "errorMessage")) ?? textOf(get(raw, "message"));
  const lacking: string[] = [];
  if (code === undefined) lacking.push("errorCode");
  if (retryable === undefined) lacking.push("retryable");
  if (message === undefined) lacking.push("errorMessage");
  return lacking;
}

function get(raw: Json | undefined, key: string): Json | undefined {
  return isJsonObject(raw) && Object.hasOwn(raw, key) ? raw[key] : undefined;
}

function firstOf(raw: Json | undefined, first: string, second: string): Json | undefined {
  return isJsonObject(raw) && Object.hasOwn(raw, first) ? raw[first] : get(raw, second);
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" ? present(value) : undefined;
}

function booleanOf(raw: Json | undefined): boolean | undefined {
  const value = get(raw, "retryable");
  return typeof value === "boolean" ? value : undefined;
}
