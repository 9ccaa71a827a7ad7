import { clipText, MESSAGE_LIMIT, shownName, toolFailure, type ToolFailure } from "#kernel";
import type { ReadyCall } from "./prepared-call.ts";
import { receivedText } from "./received.ts";

/** Below this nothing of use could be said of what was received. */
const LEAST_ROOM = 60;

/** A tool's own failure as the model is told of it: with the tool's name, and of bad input with what was received, as far as there is room (T03). */
export function toldFailure(
  { tool, received }: Pick<ReadyCall, "tool" | "received">,
  { code, message }: ToolFailure,
): ToolFailure {
  const name = `${shownName(tool.name)}: `;
  const text = clipText(message.startsWith(name) ? message : name + message, MESSAGE_LIMIT);
  const room = MESSAGE_LIMIT - text.length - RECEIVED.length;
  if (code !== "InvalidInput" || room < LEAST_ROOM) return toolFailure(code, text);
  return toolFailure(code, text + RECEIVED + receivedText(received, room));
}

const RECEIVED = "; received: ";
