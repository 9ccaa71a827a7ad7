import { ProviderIds, providerName } from "#kernel";
import type { ModelRequest } from "#ports";
import { sha256 } from "#platform";
import type { ProviderQuirks } from "../provider-table.ts";

/** Names as the provider takes them, and back. */
export interface WireNames {
  /** The provider's form of a tool's name. */
  readonly tool: (name: string) => string;
  /** The tool that a name of the provider stands for. */
  readonly toolOf: (wireName: string) => string;
  /** An id for a call, unique in the whole request: the host's own wherever the provider takes it. */
  readonly callId: (toolCallId: string) => string;
}

/** The names of one request. */
export function wireNames(request: ModelRequest, { nineLetterIds }: ProviderQuirks): WireNames {
  const byWire = new Map(request.tools.map(({ name }) => [providerName(name), name]));
  const ids = new ProviderIds();
  return {
    tool: providerName,
    toolOf: (wireName) => byWire.get(wireName) ?? wireName,
    callId(toolCallId) {
      const id = ids.give(toolCallId);
      return nineLetterIds === true ? sha256(id).slice(0, 9) : id;
    },
  };
}
