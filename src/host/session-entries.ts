import type { InstructionRef, RepliedBlock, Timestamp } from "#kernel";
import { type ReadRow, SEALED } from "./read-session.ts";

/** One thing that happened in a session, for people. */
export interface SessionEntry {
  readonly seq: number;
  readonly at: Timestamp;
  readonly what:
    | "context"
    | "input"
    | "reply"
    | "thinking"
    | "call"
    | "result"
    | "note"
    | "answer"
    | "decision"
    | "fault"
    | "end"
    | "resumed";
  readonly step?: number;
  readonly toolCallId?: string;
  readonly tool?: string;
  readonly outcome?: string;
  readonly text: string;
}

type Said = Omit<SessionEntry, "seq" | "at">;

/** What a person wants to see of rows: inputs, replies, calls and what they gave, faults and ends. Bookkeeping is left out. */
export function sessionEntries(rows: readonly ReadRow[]): readonly SessionEntry[] {
  const seen: Seen = { tools: new Map(), context: new Set() };
  const sealed = rows.find(({ event }) => event.kind === "row.sealed");
  const why: readonly SessionEntry[] =
    sealed === undefined ? [] : [{ seq: sealed.seq, at: sealed.at, what: "note", text: SEALED }];
  return [
    ...why,
    ...rows.flatMap((row) => entriesOf(row, seen).map((said) => ({ seq: row.seq, at: row.at, ...said }))),
  ];
}

/** What rows before have said, filled on the way: which tool each call is of, and the files that the model was given as context. */
interface Seen {
  readonly tools: Map<string, string>;
  readonly context: Set<string>;
}

function entriesOf({ event }: ReadRow, { tools, context }: Seen): readonly Said[] {
  switch (event.kind) {
    case "policies.bound":
      return contextEntries(event.terms.instructions ?? [], context);
    case "handoff.received":
      return [{ what: "context", text: `handed over by ${event.packet.from.sessionId}: ${event.digest}` }];
    case "input.given":
      return [{ what: "input", text: event.text }];
    case "model.replied":
      return repliedEntries(event, tools);
    case "tool.settled": {
      const { toolCallId, outcome, shown, error } = event.result;
      const tool = tools.get(toolCallId) ?? "";
      const text = shown === "" ? (error?.errorMessage ?? "") : shown;
      return [{ what: "result", step: event.step, toolCallId, tool, outcome, text }];
    }
    case "turn.refused":
      return [
        ...event.violations.map(({ class: failClass, note }): Said => {
          return { what: "fault", step: event.step, text: `${failClass}: ${note}` };
        }),
        ...event.answers.map(({ toolCallId, tool, text }): Said => {
          return { what: "result", step: event.step, toolCallId, tool, outcome: "refused", text };
        }),
      ];
    case "policy.decided":
      return [
        { what: "decision", step: event.step, text: `${event.decision.kind} on ${event.error}: ${event.reason}` },
      ];
    case "approval.answered": {
      const { toolCallId, decision, by } = event.approval;
      return [{ what: "answer", step: event.step, toolCallId, text: `${decision} by ${by}` }];
    }
    case "checkpoint.answered":
      return [
        { what: "answer", step: event.step, text: `checkpoint ${event.checkpoint} ${event.decision} by ${event.by}` },
      ];
    case "note.added":
      return [{ what: "note", step: event.step, text: event.text }];
    case "step.failed":
      return [{ what: "fault", step: event.step, text: `${event.error}: ${event.reason}` }];
    case "session.ended":
      return [{ what: "end", text: event.reason === undefined ? event.phase : `${event.phase}: ${event.reason}` }];
    case "session.resumed":
      return [{ what: "resumed", text: event.interrupted.join(", ") }];
    case "child.opened":
      return [
        {
          what: "note",
          step: event.step,
          toolCallId: event.toolCallId,
          text: `sub-work ${event.issueId} in ${event.sessionId}`,
        },
      ];
    case "child.closed":
      return [
        {
          what: "note",
          step: event.step,
          toolCallId: event.toolCallId,
          text: `sub-work ${event.outcome}: ${event.note}`,
        },
      ];
    case "row.sealed":
    case "session.started":
    case "step.started":
    case "tools.requested":
    case "join.closed":
    case "budget.allotted":
    case "budget.returned":
      return [];
    default:
      return event satisfies never;
  }
}

/** The files that the model is given as context from here on, where they are not those that it was given before. */
function contextEntries(files: readonly InstructionRef[], before: Set<string>): readonly Said[] {
  const texts = files.map(({ path, digest }) => `${path} ${digest}`);
  const left = [...before].filter((text) => !texts.includes(text));
  const added = texts.filter((text) => !before.has(text));
  for (const text of left) before.delete(text);
  for (const text of added) before.add(text);
  return [...left.map((text) => `no longer ${text}`), ...added].map((text) => ({ what: "context", text }));
}

function repliedEntries(
  { step, blocks, toolCallIds, textCalls = [] }: Extract<ReadRow["event"], { kind: "model.replied" }>,
  tools: Map<string, string>,
): readonly Said[] {
  const ids = toolCallIds.values();
  const calls = blocks.filter((block) => block.kind === "tool_call").map(({ tool }) => tool);
  for (const [at, tool] of [...calls, ...textCalls].entries()) tools.set(toolCallIds[at] ?? "", tool);
  return blocks.flatMap((block): readonly Said[] => saidIn(block, step, ids));
}

function saidIn(block: RepliedBlock, step: number, ids: Iterator<string>): readonly Said[] {
  switch (block.kind) {
    case "text":
      return [{ what: "reply", step, text: block.text }];
    case "thinking":
      return [{ what: "thinking", step, text: block.text }];
    case "tool_call": {
      const { tool, argumentsText: text } = block;
      const id = ids.next();
      return [{ what: "call", step, toolCallId: id.done === true ? "" : id.value, tool, text }];
    }
    case "provider_executed":
      return [];
    default:
      return block satisfies never;
  }
}
