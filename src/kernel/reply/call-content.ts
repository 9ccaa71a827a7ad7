import { problemText } from "../json/problem.ts";
import { readToolText, refuseDuplicates } from "../json/read.ts";
import type { Utf8 } from "../json/utf8.ts";
import { utf8Length } from "../json/utf8-length.ts";
import { isJsonObject, type JsonObject } from "../json/value.ts";
import type { TextFault } from "./text-profile.ts";

/** The most bytes that a call's content may have in a text. */
export const CONTENT_BYTES: number = 1024 * 1024;

/** The object that a call holds, or what stops the reading. */
export type Content =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly fault: TextFault };

/** Reads the one JSON object that a call holds, as strictly as the border reads arguments: no key twice, nothing after it. */
export function readContent(content: string, at: number, utf8: Utf8): Content {
  if (content.length * 3 > CONTENT_BYTES && utf8Length(content) > CONTENT_BYTES)
    return faulty({ fault: "call_too_large", at, what: `more than ${CONTENT_BYTES} bytes in one call` });
  const reading = refuseDuplicates(readToolText(content, utf8));
  if (!reading.ok) return faulty({ fault: "call_not_json", at, what: problemText(reading.problem) });
  if (isJsonObject(reading.value)) return { ok: true, value: reading.value };
  return faulty({ fault: "call_wrong_shape", at, what: "the content is no object" });
}

function faulty(fault: TextFault): Content {
  return { ok: false, fault };
}
