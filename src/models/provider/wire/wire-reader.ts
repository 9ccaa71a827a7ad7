import type { ProviderKind } from "../provider-table.ts";
import { anthropicReader } from "./anthropic-reader.ts";
import { chatReader } from "./chat-reader.ts";
import { googleReader } from "./google-reader.ts";
import type { ReplyDraft } from "./reply-draft.ts";
import { responsesReader } from "./responses-reader.ts";
import type { WireEvent } from "./wire-event.ts";

/** Puts the events of one provider's reply into a draft. Throws `PortError` for what is no reply. */
export interface WireReader {
  take(event: WireEvent): void;
  /** Whether an event begins a further message behind the end of one: recorded streams hold several. Absent where none does. */
  begins?(event: WireEvent): boolean;
  /** A reply that came as one body. */
  takeWhole(body: WireEvent): void;
}

/** How each provider's replies are read. */
export const READERS: Readonly<Record<ProviderKind, (draft: ReplyDraft) => WireReader>> = {
  anthropic: anthropicReader,
  openai: responsesReader,
  "openai-chat": chatReader,
  "openai-compatible": chatReader,
  google: googleReader,
};

/** Whether a stream may end where it ended: some providers say so, the others name a stop reason and close. */
export const ENDS_BY_EVENT: Readonly<Record<ProviderKind, boolean>> = {
  anthropic: true,
  openai: true,
  "openai-chat": false,
  "openai-compatible": false,
  google: false,
};
