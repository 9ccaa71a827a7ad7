import type { Arguments, HostPorts, Outcome } from "./action.ts";
import { unusable } from "./failed.ts";

/** Of bytes that are no text so many are shown to the boundary, which refuses them anyway. */
const SHOWN_BYTES = 65_536;

/** The text of a call's arguments, unread: whatever it says is the boundary's to judge. */
export function argumentsText(args: Arguments, ports: HostPorts): Outcome<string> {
  const text = args.values.get("args");
  if (text !== undefined) return { ok: true, data: text };
  const path = args.values.get("args-file");
  if (path === undefined) return unusable("--args <JSON> or --args-file <PATH> is required");
  const input = path === "-" ? ports.readStandardInput() : ports.readInput(path);
  if (!input.ok) return unusable(`failed to read arguments ${path}: ${input.reason}`);
  return { ok: true, data: ports.utf8.decode(input.bytes, 0, input.bytes.length) ?? brokenText(input.bytes) };
}

/** Bytes that are not UTF-8, each strange one as a lone surrogate: the strict reader refuses those and guesses nothing. */
function brokenText(bytes: Uint8Array): string {
  const units = Array.from(bytes.subarray(0, SHOWN_BYTES), (byte) =>
    String.fromCharCode(byte < 0x80 ? byte : 0xdc00 + byte),
  );
  return `${units.join("")}\uDC80`;
}
