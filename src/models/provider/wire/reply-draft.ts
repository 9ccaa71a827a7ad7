import { canonicalJson, type Json, type JsonObject, REPLY_BOUNDS } from "#kernel";
import type { ModelChunk, PortError, ReplyBlock } from "#ports";
import { modelError } from "../../model-error.ts";
import { carryOf } from "../carry.ts";
import type { ProviderKind } from "../provider-table.ts";
import type { TokenCounts } from "../usage/token-counts.ts";
import { executes } from "./stop-words.ts";
import { wireEvent } from "./wire-event.ts";

type Kind = ReplyBlock["kind"];

/** A block that is still being said. */
export class BlockDraft {
  readonly kind: Kind;
  text = "";
  callId = "";
  tool = "";
  /** Whether the provider has yet to say that the block is whole. */
  isOpen = false;
  /** What goes back unchanged; the block's whole content where the provider ran it. */
  carry: Record<string, Json> = {};
  readonly #chunks: ModelChunk[];
  readonly #grow: (by: number) => void;
  #isStarted = false;

  constructor(kind: Kind, chunks: ModelChunk[], grow: (by: number) => void) {
    this.kind = kind;
    this.#chunks = chunks;
    this.#grow = grow;
  }

  /** More of a text, of thinking, or of a call's arguments. */
  add(piece: string): void {
    if (piece === "") return;
    this.#grow(piece.length);
    this.text += piece;
    if (this.kind === "text") this.#chunks.push({ kind: "text.delta", text: piece });
    if (this.kind === "thinking") this.#chunks.push({ kind: "thinking.delta", text: piece });
    if (this.kind !== "tool_call") return;
    this.start();
    this.#chunks.push({ kind: "tool_call.delta", providerCallId: this.callId, argumentsText: piece });
  }

  /** A call is told once its name is known. */
  start(): void {
    if (this.#isStarted || this.tool === "") return;
    this.#isStarted = true;
    this.#chunks.push({ kind: "tool_call.started", providerCallId: this.callId, tool: this.tool });
  }

  /** What the whole says, where pieces said less or otherwise: it is what counts, unless it says nothing. */
  settle(whole: string): void {
    if (whole === "") return;
    if (whole.startsWith(this.text)) this.add(whole.slice(this.text.length));
    else this.text = whole;
  }
}

/** A reply as it is put together: blocks in the order in which they began, and the pieces that nobody has been given yet. */
export class ReplyDraft {
  readonly kind: ProviderKind;
  readonly #toolOf: (wireName: string) => string;
  readonly #blocks: BlockDraft[] = [];
  #chunks: ModelChunk[] = [];
  #length = 0;
  #rawStop: string | undefined;
  /** Whether the provider marked what was said as a refusal. */
  isRefused = false;
  /** Whether the provider has said that nothing more comes. */
  isEnded = false;
  tokens: TokenCounts | undefined;
  responseId: string | undefined;

  constructor(kind: ProviderKind, toolOf: (wireName: string) => string) {
    this.kind = kind;
    this.#toolOf = toolOf;
  }

  /** The provider's own word for why it stopped. */
  get rawStop(): string | undefined {
    return this.#rawStop;
  }

  /** Takes such a word. Where two differ, the one that lets nothing be executed stays: a cut or refused reply is no whole one. */
  stop(word: unknown): void {
    if (typeof word !== "string" || word === "") return;
    const before = this.#rawStop;
    if (before === undefined || executes(this.kind, before)) this.#rawStop = word;
  }

  /** What no reply may hold is not put together first and refused later (DESIGN 20). */
  #grow(by: number): void {
    this.#length += by;
    if (this.#length > REPLY_BOUNDS.bytes) throw tooLarge(`more than ${REPLY_BOUNDS.bytes} characters`);
  }

  /** Begins a block. */
  begin(kind: Kind): BlockDraft {
    if (this.#blocks.length >= REPLY_BOUNDS.blocks) throw tooLarge(`more than ${REPLY_BOUNDS.blocks} blocks`);
    const block = new BlockDraft(kind, this.#chunks, (by) => this.#grow(by));
    this.#blocks.push(block);
    return block;
  }

  /** The block that text or thinking goes on in: the last one if it is of that kind and has nothing that closes it. */
  running(kind: "text" | "thinking"): BlockDraft {
    const last = this.#blocks.at(-1);
    return last?.kind === kind && Object.keys(last.carry).length === 0 ? last : this.begin(kind);
  }

  /** The last block if it is of that kind. */
  tail(kind: Kind): BlockDraft | undefined {
    const last = this.#blocks.at(-1);
    return last?.kind === kind ? last : undefined;
  }

  beginCall({ id, name }: { readonly id: string; readonly name: string }): BlockDraft {
    const block = this.begin("tool_call");
    block.callId = id;
    this.nameCall(block, name);
    return block;
  }

  nameCall(block: BlockDraft, name: string): void {
    if (block.tool === "") block.tool = this.#toolOf(name);
    block.start();
  }

  get isEmpty(): boolean {
    return this.#blocks.length === 0;
  }

  get hasCalls(): boolean {
    return this.#blocks.some(({ kind }) => kind === "tool_call");
  }

  /** The pieces since the last time. */
  drain(): readonly ModelChunk[] {
    return this.#chunks.splice(0);
  }

  blocks(): readonly ReplyBlock[] {
    return this.#blocks.flatMap((block) => finished(block, this.kind));
  }
}

function finished(
  { kind, text, callId, tool, isOpen, carry: kept }: BlockDraft,
  provider: ProviderKind,
): readonly ReplyBlock[] {
  const carry = Object.keys(kept).length === 0 ? undefined : carryOf(provider, kept);
  switch (kind) {
    case "text":
    case "thinking":
      if (carry !== undefined) return [{ kind, text, carry }];
      return text === "" ? [] : [{ kind, text }];
    case "tool_call": {
      const argumentsText = isOpen ? openText(text) : text.trim() === "" ? "{}" : text;
      const call = { kind, providerCallId: callId, tool, argumentsText };
      return [carry === undefined ? call : { ...call, carry }];
    }
    case "provider_executed":
      return carry === undefined ? [] : [{ kind, carry }];
    default:
      return kind satisfies never;
  }
}

/**
 * No arguments at all are what providers say for an empty object; those of a call that broke off are none, and are refused.
 * What came of them is kept; where it looks whole it is kept without its end, for nobody has said that this is the end.
 */
function openText(text: string): string {
  if (text.trim() === "") return "{";
  return wireEvent("", text) === undefined ? text : text.trimEnd().slice(0, -1);
}

function tooLarge(what: string): PortError {
  return modelError("too_large", `the reply has ${what}: it is not taken`);
}

/** Arguments that came as an object, as a text. */
export function objectText(value: JsonObject): string {
  return canonicalJson(value);
}
