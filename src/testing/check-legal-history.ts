import type { ModelMessage } from "#ports";

/** A message that no provider takes where it stands, and one sentence why. */
export interface BrokenHistory {
  readonly at: number;
  readonly why: string;
}

/** What is known of a history beside its messages. */
export interface HistoryCheckOptions {
  /** Whether calls were written as text: then no block shows which call an answer belongs to. */
  readonly mode?: "json" | "text";
}

/** What makes a history illegal: a call that is not answered exactly once, in the next message, in call order (R11). Empty: it may be sent. */
export function checkLegalHistory(
  messages: readonly ModelMessage[],
  { mode = "json" }: HistoryCheckOptions = {},
): readonly BrokenHistory[] {
  const seen = new Set<string>();
  return messages.flatMap((message, at): BrokenHistory[] => {
    const broken = (why: string): BrokenHistory => ({ at, why });
    const before = messages[at - 1];
    if (before === undefined && message.role !== "user") return [broken("the first message is not the user's")];
    if (message.role === "tool") {
      const found = before?.role === "assistant" && (mode === "text" || callsOf(before).length > 0);
      return found ? [] : [broken("answers that follow no call")];
    }
    if (message.role === "user") return [];
    const calls = callsOf(message);
    const ids = calls.map(({ toolCallId }) => toolCallId);
    const repeated = ids.filter((id) => seen.size === seen.add(id).size);
    return [
      ...repeated.map((id) => broken(`the id ${id} was given to a call before`)),
      ...(ids.length === 0 ? [] : unanswered(calls, messages[at + 1]).map(broken)),
    ];
  });
}

type Assistant = Extract<ModelMessage, { role: "assistant" }>;
type Call = Extract<Assistant["blocks"][number], { kind: "tool_call" }>;

function callsOf({ blocks }: Assistant): readonly Call[] {
  return blocks.filter((block) => block.kind === "tool_call");
}

function unanswered(calls: readonly Call[], next: ModelMessage | undefined): readonly string[] {
  const answers = next?.role === "tool" ? next.answers : [];
  const asked = calls.map(({ toolCallId, tool }) => `${toolCallId} (${tool})`).join(", ");
  const given = answers.map(({ toolCallId, tool }) => `${toolCallId} (${tool})`).join(", ");
  return asked === given
    ? []
    : [`the calls ${asked} are followed by ${given === "" ? "no answers" : `answers to ${given}`}`];
}
