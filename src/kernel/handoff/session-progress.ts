import type { ModelReplied, SessionEvent, ToolSettled, ToolsRequested } from "../session/session-event.ts";
import { HAND_OFF_TOOL, type HandOffNote, readHandOffNote } from "./hand-off-note.ts";

/** What a session came to, told from its rows alone: no model is asked (R23). */
export interface SessionProgress {
  readonly steps: number;
  /** Files that calls changed and left, by path, sorted. */
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** What the model said last. */
  readonly words: string;
  /** The newest calls that failed, oldest first, one sentence each. */
  readonly failures: readonly string[];
  /** Calls whose effect nobody knows. */
  readonly unknown: readonly string[];
  /** Why it ended before its work did. */
  readonly stopped?: string;
  /** What the model wrote down for the next session, where it did. */
  readonly note?: HandOffNote;
  /** The model wrote that down and did nothing since: it wants somebody else to go on. */
  readonly isHandedOff: boolean;
}

const MOST_FAILURES = 5;

/** Reads how far a session came. Rows of other kinds say nothing about it. */
export function sessionProgress(events: readonly SessionEvent[]): SessionProgress {
  const walk = new ProgressWalk();
  for (const event of events) walk.take(event);
  return walk.progress();
}

class ProgressWalk {
  #steps = 0;
  #words = "";
  #stopped: string | undefined;
  #note: HandOffNote | undefined;
  #isHandedOff = false;
  readonly #tools = new Map<string, ToolsRequested["requests"][number]>();
  readonly #files = new Map<string, boolean>();
  readonly #failures: string[] = [];
  readonly #unknown: string[] = [];

  take(event: SessionEvent): void {
    if (event.kind === "step.started") this.#steps = event.step;
    else if (event.kind === "model.replied") this.#hear(event);
    else if (event.kind === "tools.requested")
      for (const request of event.requests) this.#tools.set(request.toolCallId, request);
    else if (event.kind === "tool.settled") this.#settle(event);
    else if (event.kind === "step.failed") this.#stopped = event.reason;
    else if (event.kind === "join.closed" || event.kind === "session.resumed") this.#stopped = undefined;
    else if (event.kind === "session.ended" && event.phase !== "Completed") this.#stopped = event.reason ?? event.phase;
  }

  progress(): SessionProgress {
    const files = [...this.#files].toSorted(([left], [right]) => (left < right ? -1 : 1));
    return {
      steps: this.#steps,
      changed: files.flatMap(([path, isThere]) => (isThere ? [path] : [])),
      removed: files.flatMap(([path, isThere]) => (isThere ? [] : [path])),
      words: this.#words,
      failures: this.#failures.slice(-MOST_FAILURES),
      unknown: this.#unknown,
      ...(this.#stopped === undefined ? {} : { stopped: this.#stopped }),
      ...(this.#note === undefined ? {} : { note: this.#note }),
      isHandedOff: this.#isHandedOff,
    };
  }

  #hear({ blocks }: ModelReplied): void {
    const text = blocks.flatMap((block) => (block.kind === "text" ? [block.text] : [])).join("");
    if (text.trim() !== "") this.#words = text.trim();
  }

  #settle({ result }: ToolSettled): void {
    const { toolCallId, outcome, artifacts = [], error } = result;
    const request = this.#tools.get(toolCallId);
    const tool = request?.toolName ?? "a tool";
    for (const { path, after } of artifacts) this.#files.set(path, after !== undefined);
    const note = outcome === "ok" && tool === HAND_OFF_TOOL && request ? readHandOffNote(request.args) : undefined;
    this.#isHandedOff = note !== undefined;
    if (note !== undefined) this.#note = note;
    if (outcome === "interrupted") this.#unknown.push(`${tool} (${toolCallId}): whether it took effect is unknown`);
    else if (outcome !== "ok") this.#failures.push(`${tool}: ${error?.errorMessage ?? outcome}`);
  }
}
