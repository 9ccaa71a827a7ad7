import { fieldsOf, listOf } from "../wire/fields.ts";

/** The sentence in which a provider says what is wrong, wherever its body has it; the beginning of the body where it has none. */
export function providerSentence(body: string): string {
  const { message } = providerWords(body);
  if (message !== undefined) return message;
  if (/^\s*</.test(body)) return "a web page came instead of an answer";
  return body.trim();
}

/** What of an error's body is decided by: its sentence, its word, and how long it asks to wait. */
export interface ProviderWords {
  readonly message?: string;
  readonly word?: string;
  readonly retryAfterMs?: number;
}

/** Reads the error forms of the providers: `{error: {message, code | type | status}}`, `{message}`, `{detail}`, and lists of one. */
export function providerWords(body: string): ProviderWords {
  try {
    return wordsOf(JSON.parse(body));
  } catch {
    return {};
  }
}

/** The same from what was read already. */
export function wordsOf(value: unknown): ProviderWords {
  const whole = fieldsOf(Array.isArray(value) ? value[0] : value);
  const error = fieldsOf(whole["error"] ?? whole);
  const message = [error["message"], whole["message"], whole["error"], whole["detail"]].find(isText);
  const word = [error["code"], error["type"], error["status"]].find(isText);
  const waits = retryInfo(error["details"]);
  return {
    ...(message === undefined ? {} : { message }),
    ...(word === undefined ? {} : { word }),
    ...(waits === undefined ? {} : { retryAfterMs: waits }),
  };
}

/** Google says it in the body: `{"@type": "...RetryInfo", "retryDelay": "34s"}`. */
function retryInfo(details: unknown): number | undefined {
  for (const detail of listOf(details)) {
    const delay = fieldsOf(detail)["retryDelay"];
    const seconds = typeof delay === "string" ? /^(\d+(?:\.\d+)?)s$/.exec(delay)?.[1] : undefined;
    if (seconds !== undefined) return Number(seconds) * 1000;
  }
  return undefined;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
