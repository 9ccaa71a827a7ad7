import type { HistoryMessage } from "../history.ts";

/** What is exported: a closed conversation, and what the model was told before it. */
export interface Conversation {
  readonly system: string;
  readonly messages: readonly HistoryMessage[];
}

/** Something that the format cannot say as the history says it. */
export type ExportChange =
  | "thinking_left_out"
  | "provider_block_left_out"
  | "arguments_wrapped"
  | "tool_renamed"
  | "empty_filled"
  | "first_message_added";

/** What each change means. Every change is noted: nothing is left out in silence. */
export const EXPORT_CHANGES: Readonly<Record<ExportChange, string>> = {
  thinking_left_out: "thinking that the format does not take back: it has none, or wants a signature that is not there",
  provider_block_left_out: "something that another provider ran by itself",
  arguments_wrapped: "arguments that are no JSON object stand as a text, under `malformed_arguments`",
  tool_renamed: "a tool's name has characters that the provider refuses, or is too long",
  empty_filled: "a message without content says `(empty)`: providers refuse an empty one",
  first_message_added: "the conversation begins with the assistant; a message of the user stands before it",
};

/** Where something was changed: the number of the message, counted from 0. */
export interface ExportNote {
  readonly change: ExportChange;
  readonly message: number;
}

/** Where notes go while a conversation is written. */
export type NoteChange = (change: ExportChange, message: number) => void;

/** Stands where a provider refuses nothing at all. */
export const EMPTY = "(empty)";
