import type { ProviderKind } from "../provider-table.ts";

/** The kernel's word for a provider's own: one word, or one with calls in the reply and one without. */
type StopWord = string | { readonly calls: string; readonly none: string };

const BY_CALLS: StopWord = { calls: "tool_use", none: "end_turn" };

const CHAT: Readonly<Record<string, StopWord>> = {
  // A call that was asked for by name ends with `stop`, and local servers say it with every call.
  stop: BY_CALLS,
  eos: BY_CALLS,
  tool_calls: "tool_use",
  function_call: "tool_use",
  length: "max_tokens",
  model_length: "max_tokens",
  // Servers that pass another provider's words on.
  end_turn: BY_CALLS,
  tool_use: "tool_use",
  max_tokens: "max_tokens",
};

/** Each provider's stop reasons in the kernel's words (R15). What is not here keeps its own word, which nobody handles. */
export const STOP_WORDS: Readonly<Record<ProviderKind, Readonly<Record<string, StopWord>>>> = {
  anthropic: {
    end_turn: "end_turn",
    stop_sequence: "end_turn",
    tool_use: "tool_use",
    pause_turn: "pause_turn",
    max_tokens: "max_tokens",
    model_context_window_exceeded: "max_tokens",
  },
  openai: { completed: BY_CALLS, max_output_tokens: "max_tokens" },
  "openai-chat": CHAT,
  "openai-compatible": CHAT,
  google: { STOP: BY_CALLS, MAX_TOKENS: "max_tokens" },
};

/** What is known of a reply when its stop reason is mapped. */
export interface StopFacts {
  readonly hasCalls: boolean;
  /** The provider marked what was said as a refusal, though its stop reason is an ordinary one. */
  readonly isRefused: boolean;
}

const MOST_CHARACTERS = 100;

/** The stop reason of a reply in the kernel's words, or the provider's own word. */
export function stopWord(kind: ProviderKind, raw: string, facts: StopFacts): string {
  return wordIn(STOP_WORDS[kind], raw, facts);
}

/** Whether calls are executed behind this word. */
export function executes(kind: ProviderKind, raw: string): boolean {
  return stopWord(kind, raw, { hasCalls: true, isRefused: false }) === "tool_use";
}

function wordIn(table: Readonly<Record<string, StopWord>>, raw: string, { hasCalls, isRefused }: StopFacts): string {
  const word = Object.hasOwn(table, raw) ? table[raw] : undefined;
  if (isRefused && word !== "max_tokens") return "refusal";
  if (word === undefined) return foreign(raw);
  return typeof word === "string" ? word : word[hasCalls ? "calls" : "none"];
}

/** Every word that some provider has and no other one uses otherwise. */
const KNOWN: Readonly<Record<string, StopWord>> = Object.assign({}, ...Object.values(STOP_WORDS));

/** The same for a provider that has no table of its own: a word that no table knows is handled by nobody. */
export function knownStopWord(raw: string, facts: StopFacts): string {
  return wordIn(KNOWN, raw, facts);
}

/** A word that this provider does not have must not pass for one of the kernel's. */
function foreign(raw: string): string {
  const word = raw.toWellFormed().slice(0, MOST_CHARACTERS).toWellFormed();
  return KERNEL_WORDS.has(word) ? `unknown:${word}` : word;
}

const KERNEL_WORDS: ReadonlySet<string> = new Set(["tool_use", "pause_turn", "max_tokens", "end_turn"]);
