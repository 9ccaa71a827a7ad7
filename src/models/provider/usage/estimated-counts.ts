import type { ReplyBlock } from "#ports";
import type { TokenCounts } from "./token-counts.ts";

/** Providers come to three or four bytes a token in texts and code: two are on the safe side. */
const BYTES_PER_TOKEN = 2;

/** What an exchange comes to where the provider did not count: rather too much, for a bound on the cost is held by it. */
export function estimatedCounts(request: string, blocks: readonly ReplyBlock[]): TokenCounts {
  // Blocks with all that they carry: sealed thinking was paid for too.
  return { input: tokensIn(request), output: blocks.length === 0 ? 0 : tokensIn(JSON.stringify(blocks)) };
}

function tokensIn(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}
