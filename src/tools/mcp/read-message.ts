import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { isJsonObject, readToolText, refuseDuplicates } from "#kernel";
import { utf8 } from "#platform";
import { plainNumbers } from "../plain-numbers.ts";

/** A line of a server: a message, something else that may be passed over, or what was to be a message and cannot be read. */
export type LineReading =
  | { readonly kind: "message"; readonly message: JSONRPCMessage }
  | { readonly kind: "stray" }
  | { readonly kind: "broken"; readonly problem: string };

const OPENING = 0x7b;

/** Reads one line strictly: a repeated key, a lone surrogate or bytes that are no UTF-8 make it unreadable, not different. */
export function readMessage(line: Buffer): LineReading {
  const text = utf8.decode(line, 0, line.length);
  const opens = line[0] === OPENING;
  if (text === undefined) return opens ? { kind: "broken", problem: "it is no UTF-8" } : { kind: "stray" };
  const reading = refuseDuplicates(readToolText(text, utf8));
  if (!reading.ok) return opens ? { kind: "broken", problem: reading.problem.reason } : { kind: "stray" };
  const { value } = reading;
  if (!isJsonObject(value) || value["jsonrpc"] !== "2.0") return { kind: "stray" };
  // The client looks at every field before it believes one.
  return { kind: "message", message: plainNumbers(value) as JSONRPCMessage };
}
