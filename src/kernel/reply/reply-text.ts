import { canonicalJson } from "../digest/canonical.ts";
import type { JsonObject } from "../json/value.ts";
import type { RepliedBlock } from "./read-block.ts";

/**
 * The canonical text of a reply, `["tusk.reply.v1", {blocks, stopReason}]`, written down instead of worked out: its keys are known and
 * stand in order, and a turn is short enough to feel the difference. Every text has been found well formed.
 */
export function replyText(blocks: readonly RepliedBlock[], stopReason: string): string {
  let text = "";
  for (const block of blocks) text += text === "" ? blockText(block) : `,${blockText(block)}`;
  return `["tusk.reply.v1",{"blocks":[${text}],"stopReason":${quoted(stopReason)}}]`;
}

function blockText(block: RepliedBlock): string {
  switch (block.kind) {
    case "text":
    case "thinking":
      return `{${carryText(block.carry)}"kind":"${block.kind}","text":${JSON.stringify(block.text)}}`;
    case "tool_call": {
      const { argumentsText, carry, providerCallId, tool } = block;
      return `{"argumentsText":${JSON.stringify(argumentsText)},${carryText(carry)}"kind":"tool_call","providerCallId":${quoted(providerCallId)},"tool":${quoted(tool)}}`;
    }
    case "provider_executed":
      return `{${carryText(block.carry)}"kind":"provider_executed"}`;
    default:
      return block satisfies never;
  }
}

function carryText(carry: JsonObject | undefined): string {
  return carry === undefined ? "" : `"carry":${canonicalJson(carry)},`;
}

/** Longer ones are written faster by the native writer. */
const SHORT = 40;

/** A name as JSON writes it: one with nothing to escape stands as it is. */
function quoted(name: string): string {
  if (name.length > SHORT) return JSON.stringify(name);
  for (let at = 0; at < name.length; at++) {
    const unit = name.charCodeAt(at);
    if (unit < 0x20 || unit === 0x22 || unit === 0x5c) return JSON.stringify(name);
  }
  return `"${name}"`;
}
