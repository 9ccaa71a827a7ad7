import type { AgentEvent } from "#ports";
import type { Style } from "../render/paper.ts";
import { oneLine } from "../render/rich/columns.ts";
import { decisionText } from "./decision-text.ts";
import { failureText, HeldFailure } from "./held-failure.ts";
import type { CompletedCall } from "./outcome-text.ts";
import { RowFlow, wrappedRows } from "./row-flow.ts";
import { RunTotals } from "./run-totals.ts";
import type { RunNotice, RunOpening } from "./run-view.ts";
import { fitted, type Row, RunningCalls } from "./running-calls.ts";
import { statusRow } from "./status-row.ts";
import { stopNote } from "./stop-note.ts";

/** Rows that a note takes at most. */
const MOST_NOTE = 6;

type Block = "none" | "text" | "thinking" | "call" | "note";

/**
 * What a person sees of a run: rows that are finished and stay, and a frame below them that moves. Pure: it is told what happened and
 * what time it is, and draws nothing itself.
 */
export class RunPicture {
  readonly #width: () => number;
  readonly #flow: RowFlow;
  readonly #running = new RunningCalls();
  readonly #totals = new RunTotals();
  readonly #failure = new HeldFailure();
  #rows: Row[] = [];
  #block: Block = "none";
  #doing = "preparing";
  #saidText = false;
  #sessionId = "";

  constructor(width: () => number) {
    this.#width = width;
    this.#flow = new RowFlow(() => width());
  }

  /** The rows that were finished since the last time. */
  takeRows(): readonly Row[] {
    return this.#rows.splice(0);
  }

  preparing(what: string): void {
    this.#doing = what;
  }

  begin(opening: RunOpening, now: number): void {
    const { sessionId, resumed, model, profile, network, instructions } = opening;
    this.#totals.begin(opening.budget, now);
    this.#doing = "waiting for the model";
    const walls = `${profile}${network === "full" ? ", network" : ""}`;
    const head = `session ${sessionId}${resumed ? " goes on" : ""} · ${model} · ${walls}`;
    // Behind the first task it is the same session: a person knows.
    if (this.#sessionId === sessionId) return;
    this.#sessionId = sessionId;
    this.#enter("note");
    this.#wrapped(head, "dim");
    if (instructions.length > 0) this.#wrapped(`told by ${instructions.join(", ")}`, "dim");
  }

  notice({ about, text }: RunNotice): void {
    this.#enter("note");
    this.#wrapped(`${about}: ${text}`, about === "retry" || about === "denied" ? "yellow" : "dim");
  }

  /** What a person said, where it was said. */
  said(text: string): void {
    this.#enter("note");
    for (const [at, line] of text.split("\n").entries())
      this.#put([
        { text: at === 0 ? "> " : "  ", style: "cyan" },
        { text: oneLine(line), style: "bold" },
      ]);
  }

  hear(event: AgentEvent, now: number): void {
    this.#failed();
    this.#totals.hear(event);
    switch (event.kind) {
      case "StepStarted":
        this.#saidText = false;
        this.#doing = "waiting for the model";
        return;
      case "TextDelta":
        this.#saidText = true;
        this.#doing = "writing";
        return this.#flowing("text", event.text);
      case "ThinkingDelta":
        this.#doing = "thinking";
        return this.#flowing("thinking", event.text);
      case "ToolCallDelta":
        this.#doing = "writing a call";
        return;
      case "ModelResponded":
        // A model that does not stream says everything at once.
        if (!this.#saidText && event.text !== "") this.#flowing("text", event.text);
        this.#endFlow();
        return this.#stopped(stopNote(event.stopReason));
      case "ToolDispatched":
        return this.#running.begin(event, now);
      case "ToolOutput":
        return this.#running.output(event.toolCallId, event.line);
      case "ToolCompleted":
        return this.#completed(event, now);
      case "StepFailed":
        return this.#failure.hold(event);
      case "StepRefused":
        return this.#told(`step ${event.step} was refused, nothing of it ran: ${event.classes.join(", ")}`, "yellow");
      case "PolicyDecided":
        // That the run ends is told where it does.
        if (event.decision.kind !== "Fail") this.#told(decisionText(event), "yellow");
        return;
      case "GuardDecided":
        if (event.decision !== "pass") this.#told(`guard ${event.guardrailId}: ${event.decision}`, "yellow");
        return;
      case "ApprovalAsked":
      case "ApprovalAnswered":
      case "Completed":
      case "StepClosed":
      case "BudgetSpent":
        return;
      default:
        return event satisfies never;
    }
  }

  /** A question, as it was asked. */
  asked(rows: readonly Row[]): void {
    this.#enter("call");
    for (const row of rows) this.#put(row);
  }

  /** The answer to a question, where it was asked. */
  answered(summary: string, said: string): void {
    this.#enter("call");
    this.#put([{ text: "? ", style: "yellow" }, ...fitted(oneLine(summary), said, this.#width())]);
  }

  /** The run is over: what was under way has no end to be shown. A failure that is told elsewhere is not shown. */
  end(told?: string): void {
    this.#failed(told);
    this.#endFlow();
    for (const row of this.#running.end(this.#width())) this.#put(row);
    this.#block = "none";
  }

  #failed(told?: string): void {
    const event = this.#failure.take(told);
    if (event !== undefined) this.#told(failureText(event), "red");
  }

  /** How the run stands. */
  status(
    now: number,
    { doing = this.#activity(), hint }: { doing?: string | undefined; hint?: string | undefined },
  ): Row {
    return statusRow(this.#totals.status(doing, now, hint), this.#width());
  }

  /** What moves: the row that is being written, and calls under way with their newest output. */
  moving(now: number): readonly Row[] {
    const open = this.#flow.open;
    return [
      ...(open === undefined ? [] : [[{ text: open, ...styleOf(this.#block) }]]),
      ...this.#running.rows(now, this.#width()),
    ];
  }

  #activity(): string {
    const { size } = this.#running;
    return size === 0 ? this.#doing : size === 1 ? "running" : `running ${size} calls`;
  }

  #completed(event: CompletedCall, now: number): void {
    this.#doing = "waiting for the model";
    this.#enter("call");
    for (const row of this.#running.complete(event, now, this.#width())) this.#put(row);
  }

  #stopped(note: string | undefined): void {
    if (note !== undefined) this.#told(note, "yellow");
  }

  #told(text: string, style: Style): void {
    this.#enter("note");
    this.#wrapped(text, style);
  }

  #flowing(block: "text" | "thinking", text: string): void {
    // A model begins with empty pieces and line ends: they begin no block.
    if (this.#block !== block && text.trim() === "") return;
    const said = this.#block === block ? text : text.trimStart();
    this.#enter(block);
    for (const row of this.#flow.push(said)) this.#put([{ text: row, ...styleOf(block) }]);
  }

  #endFlow(): void {
    for (const row of this.#flow.end()) this.#put([{ text: row, ...styleOf(this.#block) }]);
  }

  /** Between blocks of different kinds stands an empty row. */
  #enter(block: Block): void {
    if (block === this.#block) return;
    this.#endFlow();
    if (this.#block !== "none") this.#put([]);
    this.#block = block;
  }

  #wrapped(text: string, style: Style): void {
    const rows = wrappedRows(text.replaceAll("\n", " "), this.#width());
    for (const row of rows.slice(0, MOST_NOTE)) this.#put([{ text: row, style }]);
    if (rows.length > MOST_NOTE) this.#put([{ text: "…", style }]);
  }

  #put(row: Row): void {
    this.#rows.push(row);
  }
}

function styleOf(block: Block): { readonly style?: Style } {
  return block === "thinking" ? { style: "dim" } : {};
}
