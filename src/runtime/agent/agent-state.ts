import type { HistoryMessage, SessionState } from "#kernel";

/** One thing that happened on the way: what the model said or asked for, and what it was given. */
export interface ScratchpadEntry {
  readonly kind: "said" | "called" | "answered";
  readonly text: string;
  readonly toolCallId?: string;
}

/** The state of a run as the outside sees it (R03): 002's contract, and whatever the caller keeps with it. */
export interface AgentState<Output, Own = undefined> {
  readonly userInput: string;
  /** In the order in which it happened; made when it is asked for. */
  readonly scratchpad: readonly ScratchpadEntry[];
  readonly finalOutput: Output | undefined;
  readonly stepCount: number;
  readonly correlationId: string;
  readonly own: Own;
}

/** The state of a run at this moment. */
export function agentState<Output, Own>(
  state: SessionState,
  run: { readonly finalOutput: Output | undefined; readonly correlationId: string; readonly own: Own },
): AgentState<Output, Own> {
  const { userInput, step } = state;
  const messages = state.history.messages.slice();
  return {
    userInput,
    stepCount: step,
    ...run,
    get scratchpad(): readonly ScratchpadEntry[] {
      return messages.flatMap(entriesOf);
    },
  };
}

function entriesOf(message: HistoryMessage): readonly ScratchpadEntry[] {
  switch (message.role) {
    case "user":
      return [];
    case "assistant":
      return message.blocks.flatMap((block): ScratchpadEntry[] => {
        if (block.kind === "text") return [{ kind: "said", text: block.text }];
        if (block.kind !== "tool_call") return [];
        return [{ kind: "called", text: `${block.tool} ${block.argumentsText}`, toolCallId: block.toolCallId }];
      });
    case "tool":
      return message.answers.map(({ toolCallId, text }) => ({ kind: "answered", text, toolCallId }));
    default:
      return message satisfies never;
  }
}
