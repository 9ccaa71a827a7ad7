import { interruptedResult } from "../turn/tool-results.ts";
import { History, type HistoryMessage } from "./history.ts";
import type { ModelReplied, SessionEvent, TurnRefused } from "./session-event.ts";

/** The conversation that rows come to, one row after another. Never throws: a row that cannot follow is told, and changes nothing. */
export class SessionHistory {
  readonly #history = new History();

  /** Calls that have no answer yet, in the order in which they were made. */
  get openCalls(): History["openCalls"] {
    return this.#history.openCalls;
  }

  /** Takes one row in; what is wrong with it, where it cannot follow the ones before. Notes are no part of a conversation: they are said once. */
  take(event: SessionEvent): string | undefined {
    switch (event.kind) {
      case "input.given":
        return this.#whenClosed(() => this.#history.addUser(event.text));
      case "model.replied":
        return idProblem(event) ?? this.#whenClosed(() => this.#addReply(event));
      case "tool.settled": {
        const { toolCallId, outcome, shown } = event.result;
        return this.#answer({ toolCallId, text: shown, isFailure: outcome !== "ok" });
      }
      case "turn.refused":
        return this.#refuse(event);
      case "session.started":
      case "policies.bound":
      case "step.started":
      case "policy.decided":
      case "approval.answered":
      case "checkpoint.answered":
      case "budget.allotted":
      case "budget.returned":
      case "tools.requested":
      case "join.closed":
      case "note.added":
      case "step.failed":
      case "session.ended":
      case "session.resumed":
        return undefined;
      default:
        return event satisfies never;
    }
  }

  /** The messages, every call answered: one that has no answer yet is told as a later run would tell it (R11). */
  closedMessages(): readonly HistoryMessage[] {
    for (const { toolCallId } of this.openCalls) {
      const { error } = interruptedResult(toolCallId, 0);
      this.#history.addAnswer({ toolCallId, text: error?.errorMessage ?? "", isFailure: true });
    }
    return this.#history.close()?.messages ?? [];
  }

  #addReply({ blocks, toolCallIds, textCalls }: ModelReplied): void {
    this.#history.addReply(blocks, toolCallIds, textCalls);
  }

  #refuse({ answers, withheld }: TurnRefused): string | undefined {
    for (const { toolCallId, text } of answers) {
      const problem = this.#answer({ toolCallId, text, isFailure: true });
      if (problem !== undefined) return problem;
    }
    if (withheld !== undefined) this.#history.withhold(withheld);
    return undefined;
  }

  #answer(answer: Parameters<History["addAnswer"]>[0]): string | undefined {
    if (!this.openCalls.some(({ toolCallId }) => toolCallId === answer.toolCallId))
      return `${answer.toolCallId} is answered, and is no open call`;
    this.#history.addAnswer(answer);
    return undefined;
  }

  #whenClosed(add: () => void): string | undefined {
    const [open] = this.openCalls;
    if (open !== undefined) return `${open.toolCallId} (${open.tool}) has no answer yet`;
    add();
    return undefined;
  }
}

/** Every call has one id of its own. */
function idProblem({ blocks, toolCallIds, textCalls = [] }: ModelReplied): string | undefined {
  const calls = blocks.filter(({ kind }) => kind === "tool_call").length + textCalls.length;
  if (toolCallIds.length !== calls) return `the reply has ${calls} calls and ${toolCallIds.length} ids of calls`;
  return new Set(toolCallIds).size === calls ? undefined : "two calls of the reply have one id";
}
