import { canonicalJson } from "../digest/canonical.ts";
import { type Digest, digestText, parseDigest, type Sha256 } from "../digest/digest.ts";
import { utf8Length } from "../json/utf8-length.ts";
import type { AdapterProfile } from "../spec/action-mode.ts";
import { PROBLEM_LIMIT } from "./argument-problem.ts";
import {
  fieldsOf,
  type Fields,
  foundAs,
  type Note,
  readBlock,
  type RepliedBlock,
  type Site,
  textField,
} from "./read-block.ts";
import { type RepliedUsage, readUsage } from "./read-usage.ts";
import { replyText } from "./reply-text.ts";
import { type ReplyProblem, replyProblem, type ReplyProblems } from "./reply-problem.ts";

/** One call of a reply, nobody having read its arguments. `block` is its origin; a provider's id may be empty or repeat. */
export interface ReplyCall {
  readonly index: number;
  readonly block: { readonly replyDigest: Digest; readonly n: number };
  readonly providerCallId: string;
  readonly tool: string;
  readonly argumentsText: string;
  /** The profile that read it from text; absent where the provider gave a structured call. */
  readonly adapterProfile?: AdapterProfile;
}

/** A reply of known shape and bounded size: copies, which whoever made the reply cannot change. */
export interface ReadReply {
  readonly blocks: readonly RepliedBlock[];
  readonly stopReason: string;
  readonly usage: RepliedUsage;
  readonly responseId?: string;
  /** The digest of the bytes that came over the wire. */
  readonly rawDigest?: string;
  /** The digest of blocks and stop reason. Usage and the provider's id of the reply are not part of what was said. */
  readonly replyDigest: Digest;
  /** The structured calls in their order. Whether they run is {@link replyActions}' to say. */
  readonly calls: readonly ReplyCall[];
}

/** A reply that can be used, or why not; `more` counts the problems beyond those named. */
export type ReplyReading =
  | { readonly ok: true; readonly reply: ReadReply }
  | { readonly ok: false; readonly problems: ReplyProblems; readonly more: number };

/** The most that one reply may hold (DESIGN 20). */
export const REPLY_BOUNDS: {
  readonly blocks: number;
  readonly calls: number;
  readonly bytes: number;
  /** Characters of its canonical text: a control character that is one byte is six of these, and a row has to hold them all. */
  readonly stored: number;
} = {
  blocks: 256,
  calls: 64,
  bytes: 8 * 1024 * 1024,
  stored: 15 * 1024 * 1024,
};

/** Checks what a model's adapter gave, whatever it is (R02): copies every part that it knows, names what is wrong, never throws. */
export function readReply(given: unknown, sha256: Sha256): ReplyReading {
  const problems: ReplyProblem[] = [];
  const said = readAnything(given, (kind, where, what) => {
    problems.push(replyProblem(kind, where, what));
    return undefined;
  });
  const [first] = problems;
  if (first !== undefined) {
    const named = problems.slice(1, PROBLEM_LIMIT);
    return { ok: false, problems: [first, ...named], more: problems.length - 1 - named.length };
  }
  const { blocks, stopReason, usage, origin } = said;
  const text = replyText(blocks, stopReason);
  if (text.length + (origin?.responseId?.length ?? 0) > REPLY_BOUNDS.stored) return unstorable();
  const replyDigest = digestText(sha256, text);
  const calls = callsOf(blocks, replyDigest);
  if (origin === undefined) return { ok: true, reply: { blocks, stopReason, usage, replyDigest, calls } };
  return { ok: true, reply: { blocks, stopReason, usage, ...origin, replyDigest, calls } };
}

/** A reply that no row can hold is none. */
function unstorable(): ReplyReading {
  const what = `more than ${REPLY_BOUNDS.stored} characters once it is written as JSON`;
  return { ok: false, problems: [replyProblem("too_large", "reply", what)], more: 0 };
}

/** Where a reply came from: its name at the provider, and what came over the wire. */
type Origin = Pick<ReadReply, "responseId" | "rawDigest">;
type Said = Pick<ReadReply, "blocks" | "stopReason" | "usage"> & { readonly origin: Origin | undefined };
const NOTHING: Said = {
  blocks: [],
  stopReason: "",
  usage: { inputTokens: 0, outputTokens: 0 },
  origin: undefined,
};

/** Somebody else's value may throw wherever it is touched (a getter, a proxy): that is no reply, and no fault of ours. */
function readAnything(given: unknown, note: Note): Said {
  try {
    return readSaid(given, note);
  } catch {
    note("wrong_shape", "reply", "a part of the reply throws when it is read");
    return NOTHING;
  }
}

/** Everything that was said, as far as it can be read, each part looked at once; what cannot is noted. */
function readSaid(given: unknown, note: Note): Said {
  const fields = fieldsOf(given);
  if (fields === undefined) {
    note("wrong_shape", "reply", `the reply is ${foundAs(given)}, expected an object`);
    return NOTHING;
  }
  const top = { block: undefined, note };
  const blocks = readBlocks(fields, note);
  const stopReason = textField(fields, "stopReason", top) ?? "";
  const usage = readUsage(fields["usage"], note);
  return { blocks, stopReason, usage, origin: readOrigin(fields, top) };
}

function readOrigin({ responseId: named, rawDigest: digested }: Fields, top: Site): Origin | undefined {
  if (named === undefined && digested === undefined) return undefined;
  const responseId = named === undefined ? undefined : textField({ responseId: named }, "responseId", top);
  const rawDigest = digested === undefined ? undefined : textField({ rawDigest: digested }, "rawDigest", top);
  if (rawDigest !== undefined && parseDigest(rawDigest) === undefined)
    top.note("wrong_shape", "rawDigest", "rawDigest is no digest, expected sha256: and 64 hex digits");
  return {
    ...(responseId === undefined ? {} : { responseId }),
    ...(rawDigest === undefined ? {} : { rawDigest }),
  };
}

function readBlocks(fields: Fields, note: Note): readonly RepliedBlock[] {
  const given: unknown = fields["blocks"];
  if (!Array.isArray(given)) {
    note("wrong_shape", "blocks", `blocks is ${foundAs(given)}, expected a list`);
    return [];
  }
  // Counted before they are read: a flood is not looked at.
  const { length } = given;
  if (length > REPLY_BOUNDS.blocks) {
    note("too_many_blocks", "blocks", `${length} blocks, at most ${REPLY_BOUNDS.blocks} are read`);
    return [];
  }
  const blocks: RepliedBlock[] = [];
  for (let at = 0; at < length; at++) {
    const block = readBlock(given[at], { block: at, note });
    if (block !== undefined) blocks.push(block);
  }
  checkBounds(blocks, note);
  return blocks;
}

function checkBounds(blocks: readonly RepliedBlock[], note: Note): void {
  let calls = 0;
  for (const { kind } of blocks) if (kind === "tool_call") calls += 1;
  if (calls > REPLY_BOUNDS.calls)
    note("too_many_calls", "blocks", `${calls} calls, at most ${REPLY_BOUNDS.calls} are made`);
  if (exceeds(blocks, REPLY_BOUNDS.bytes))
    note("too_large", "blocks", `more than ${REPLY_BOUNDS.bytes} bytes in all blocks`);
}

/** Whether all that the blocks say has more bytes. No text has more than three a unit: most replies need no counting. */
function exceeds(blocks: readonly RepliedBlock[], most: number): boolean {
  const units = sizeOf(blocks, (text) => text.length);
  return units > most || (units * 3 > most && sizeOf(blocks, utf8Length) > most);
}

function sizeOf(blocks: readonly RepliedBlock[], measure: (text: string) => number): number {
  let size = 0;
  for (const block of blocks) {
    if (block.kind === "tool_call")
      size += measure(block.providerCallId) + measure(block.tool) + measure(block.argumentsText);
    if (block.kind === "text" || block.kind === "thinking") size += measure(block.text);
    if ("carry" in block) size += measure(canonicalJson(block.carry));
  }
  return size;
}

function callsOf(blocks: readonly RepliedBlock[], replyDigest: Digest): readonly ReplyCall[] {
  const calls: ReplyCall[] = [];
  for (let n = 0; n < blocks.length; n++) {
    const block = blocks[n];
    if (block?.kind !== "tool_call") continue;
    const { providerCallId, tool, argumentsText } = block;
    calls.push({ index: calls.length, block: { replyDigest, n }, providerCallId, tool, argumentsText });
  }
  return calls;
}
