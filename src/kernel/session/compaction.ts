import { digestIn, digestJson, digestText, type Sha256 } from "../digest/digest.ts";
import type { TuskEvidence } from "../evidence/tusk-evidence.ts";
import { continuityValue } from "../gate/rules/full/runtime.ts";
import { plainJson } from "../json/plain.ts";
import type { SpecValues } from "../spec/spec-values.ts";
import type { HistoryMessage } from "./history.ts";

/** What a compaction of ours can carry over: the first words of a person, their newest ones, and the newest turns. */
export const COMPACTION_ITEMS = ["task", "words", "turns"] as const;
type Item = (typeof COMPACTION_ITEMS)[number];

/** The digest of a conversation up to each of its messages, each counted once however often it is asked. */
export class PrefixDigests {
  readonly #sha256: Sha256;
  readonly #digests: string[] = [];
  constructor(sha256: Sha256) {
    this.#sha256 = sha256;
  }

  /** Of the messages from the second one up to and not including `end`. They do not change any more. */
  upTo(messages: readonly HistoryMessage[], end: number): string {
    for (let at = this.#digests.length + 1; at < end; at++) {
      const message = messages[at];
      const link = [this.#digests.at(-1) ?? null, message === undefined ? null : plainJson(message)];
      this.#digests.push(digestIn(this.#sha256, "tusk.compaction.v1", link));
    }
    return this.#digests[end - 2] ?? digestIn(this.#sha256, "tusk.compaction.v1", []);
  }
}

/** A request that had no room for a whole conversation: the conversation as it was then, and how much was left out. */
export interface CutRequest {
  readonly messages: readonly HistoryMessage[];
  readonly leftOut: number;
}

/**
 * What evidence says of a conversation that was cut down: what was replaced by nothing but a count, what was carried over, and that both
 * belong together (R23). Undefined where nothing was left out, or no policy is bound: then messages are left out as they are without one.
 */
export function compactionOf(
  { messages, leftOut }: CutRequest,
  policy: SpecValues["compactionPolicy"],
  { sha256, prefixes }: { readonly sha256: Sha256; readonly prefixes: PrefixDigests },
): TuskEvidence["compaction"] {
  if (policy === undefined || leftOut === 0) return undefined;
  const words = messages.findLastIndex(({ role }) => role === "user");
  const start = firstShown(leftOut, words);
  const items: { readonly [I in Item]: () => string } = {
    task: () => textDigest(messages[0], sha256),
    words: () => textDigest(messages[words], sha256),
    turns: () => digestJson(sha256, messages.slice(start).map(plainJson)),
  };
  const carried = policy.carry.flatMap((item) => (isItem(item) ? [{ item, digest: items[item]() }] : []));
  const kept = { carried, replaced: [prefixes.upTo(messages, start)] };
  return { ...kept, continuityDigest: digestJson(sha256, continuityValue(kept)) };
}

/** Where the newest part begins: the first message stands before it, and the newest words where they are older. */
function firstShown(leftOut: number, words: number): number {
  const start = leftOut + 1;
  return words > 0 && words < start ? start + 1 : start;
}

function textDigest(message: HistoryMessage | undefined, sha256: Sha256): string {
  return message?.role === "user" ? digestText(sha256, message.text) : digestJson(sha256, plainJson(message ?? {}));
}

function isItem(item: string): item is Item {
  return (COMPACTION_ITEMS as readonly string[]).includes(item);
}
