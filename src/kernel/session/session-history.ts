import { packetText } from "../handoff/packet-text.ts";
import { History, type HistoryMessage } from "./history.ts";
import { openCallText } from "./open-calls.ts";
import type { ModelReplied, SessionEvent, ToolsRequested, TurnRefused } from "./session-event.ts";

/** The conversation that rows come to, one row after another. Never throws: a row that cannot follow is told, and changes nothing. */
export class SessionHistory {
  readonly #history = new History();
  /** The calls that the newest step has requested. */
  #requested: ToolsRequested | undefined;

  /** Calls that have no answer yet, in the order in which they were made. */
  get openCalls(): History["openCalls"] {
    return this.#history.openCalls;
  }

  /** Takes one row in; what is wrong with it, where it cannot follow the ones before. Notes are no part of a conversation: they are said once. */
  take(event: SessionEvent): string | undefined {
    switch (event.kind) {
      case "handoff.received":
        return this.#whenClosed(() => this.#history.addUser(packetText(event.packet)));
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
      case "step.started":
        this.#requested = undefined;
        return undefined;
      case "tools.requested":
        this.#requested = event;
        return undefined;
      case "session.started":
      case "policies.bound":
      case "policy.decided":
      case "approval.answered":
      case "checkpoint.answered":
      case "budget.allotted":
      case "budget.returned":
      case "child.opened":
      case "child.closed":
      case "join.closed":
      case "note.added":
      case "step.failed":
      case "session.ended":
      case "session.resumed":
      case "row.sealed":
        return undefined;
      default:
        return event satisfies never;
    }
  }

  /** The messages, every call answered: one that has no answer yet is told as the next run will tell it (R11). */
  closedMessages(): readonly HistoryMessage[] {
    return this.#history.messagesWith(openCallText(this.#requested));
  }

  #addReply({ blocks, toolCallIds, textCalls }: ModelReplied): void {
    this.#history.addReply(blocks, toolCallIds, textCalls);
  }

  #refuse({ answers, withheld }: TurnRefused): string | undefined {
    for (const { toolCallId, text } of answers) {
      const problem = this.#answer({ toolCallId, text, isFailure: true });
      if (problem !== undefined) return problem;
    }
    if (withheld === undefined) return undefined;
    if (this.#history.messages.at(-1)?.role !== "tool") return "results are withheld, and there are none";
    this.#history.withhold(withheld);
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
