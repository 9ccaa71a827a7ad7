import type { TokenCounts } from "../usage/token-counts.ts";
import { countOf, type Fields, fieldsOf, listOf, textOf } from "./fields.ts";
import { holdsRefusal, isRefusal, OutputItem } from "./output-item.ts";
import type { ReplyDraft } from "./reply-draft.ts";
import { strictAt, type WireEvent } from "./wire-event.ts";
import type { WireReader } from "./wire-reader.ts";

/** Reads OpenAI's Responses API. */
export function responsesReader(draft: ReplyDraft): WireReader {
  const reading = new ResponsesReading(draft);
  return {
    take: (event) => reading.take(event),
    begins: ({ fields }) => fields["type"] === "response.created",
    takeWhole: (event) => reading.ended(event, []),
  };
}

type Handler = (reading: ResponsesReading, event: WireEvent) => void;

const ENDED: Handler = (reading, event) => reading.ended(event, ["response"]);

const PART: Handler = ({ draft }, { fields }) => {
  if (isRefusal(fields["part"])) draft.isRefused = true;
};

const HANDLERS: Readonly<Record<string, Handler>> = {
  "response.created"(reading, { fields }) {
    const { id } = fieldsOf(fields["response"]);
    if (typeof id === "string") reading.draft.responseId = id;
    // Another response in the same stream: its places count anew.
    reading.items.clear();
  },
  "response.output_item.added": (reading, event) => reading.item(event).begin(fieldsOf(event.fields["item"])),
  "response.output_item.done"(reading, event) {
    reading.item(event).settle(fieldsOf(event.fields["item"]), () => strictAt(event.strict(), ["item"]));
  },
  "response.output_text.delta"(reading, event) {
    reading.item(event).say(event.fields["content_index"], textOf(event.fields["delta"]));
  },
  "response.refusal.delta"(reading, event) {
    reading.draft.isRefused = true;
    reading.item(event).say(event.fields["content_index"], textOf(event.fields["delta"]));
  },
  "response.refusal.done": (reading) => {
    reading.draft.isRefused = true;
  },
  "response.content_part.added": PART,
  "response.content_part.done": PART,
  "response.reasoning_summary_text.delta"(reading, event) {
    reading.item(event).think(event.fields["summary_index"], textOf(event.fields["delta"]));
  },
  "response.reasoning_text.delta"(reading, event) {
    reading.item(event).think(event.fields["content_index"], textOf(event.fields["delta"]));
  },
  "response.function_call_arguments.delta": (reading, event) =>
    reading.item(event).call.add(textOf(event.fields["delta"])),
  "response.function_call_arguments.done": (reading, event) =>
    reading.item(event).closeCall(textOf(event.fields["arguments"])),
  "response.custom_tool_call_input.delta": (reading, event) =>
    reading.item(event).call.add(textOf(event.fields["delta"])),
  "response.custom_tool_call_input.done": (reading, event) =>
    reading.item(event).closeCall(textOf(event.fields["input"])),
  "response.completed": ENDED,
  "response.incomplete": ENDED,
  "response.cancelled": ENDED,
  "response.done": ENDED,
};

class ResponsesReading {
  readonly draft: ReplyDraft;
  readonly items = new Map<unknown, OutputItem>();

  constructor(draft: ReplyDraft) {
    this.draft = draft;
  }

  take(event: WireEvent): void {
    const type = textOf(event.fields["type"]) || event.name;
    if (Object.hasOwn(HANDLERS, type)) HANDLERS[type]?.(this, event);
  }

  /** The item that an event is about: by its place, for some servers give every event another id. */
  item({ fields }: WireEvent): OutputItem {
    const key = fields["output_index"] ?? fields["item_id"] ?? fieldsOf(fields["item"])["id"];
    const known = this.items.get(key);
    if (known !== undefined) return known;
    const item = new OutputItem(this.draft);
    this.items.set(key, item);
    return item;
  }

  /** The response as a whole: how it ended, what it cost, and what no event has told. */
  ended({ fields, strict }: WireEvent, path: readonly string[]): void {
    const { draft } = this;
    const response = path.length === 0 ? fields : fieldsOf(fields["response"]);
    if (typeof response["id"] === "string") draft.responseId = response["id"];
    const isUntold = draft.isEmpty || this.items.size === 0;
    for (const [n, given] of listOf(response["output"]).entries()) {
      const item = fieldsOf(given);
      if (isUntold) new OutputItem(draft).settle(item, () => strictAt(strict(), [...path, "output", n]));
      else this.#summed(item, n);
    }
    draft.stop(rawStop(response));
    draft.isEnded = true;
    const usage = fieldsOf(response["usage"]);
    if (Object.keys(usage).length > 0) draft.tokens = tokensOf(usage);
  }

  /** An item that events have told: what they left open is closed by the whole, and a refusal is one wherever it stands. */
  #summed(item: Fields, place: number): void {
    if (holdsRefusal(item)) this.draft.isRefused = true;
    (this.items.get(place) ?? this.items.get(item["id"]))?.sumUp(item);
  }
}

/** The status of a response, or the reason why it is not complete. */
function rawStop(response: Fields): string | undefined {
  const status = textOf(response["status"]);
  const reason = textOf(fieldsOf(response["incomplete_details"])["reason"]);
  const word = status === "incomplete" && reason !== "" ? reason : status;
  return word === "" ? undefined : word;
}

function tokensOf(usage: Fields): TokenCounts {
  return {
    input: countOf(usage["input_tokens"]) ?? 0,
    output: countOf(usage["output_tokens"]) ?? 0,
    cacheRead: countOf(fieldsOf(usage["input_tokens_details"])["cached_tokens"]),
    reasoning: countOf(fieldsOf(usage["output_tokens_details"])["reasoning_tokens"]),
  };
}
