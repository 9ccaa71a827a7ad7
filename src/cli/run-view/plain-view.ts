import type { AgentEvent, PermissionAnswer, PermissionQuestion } from "#ports";
import { harmless } from "../render/paper.ts";
import { durationText } from "./amounts.ts";
import { deniedText } from "./approval.ts";
import { askPlainly } from "./ask-plainly.ts";
import { decisionText } from "./decision-text.ts";
import { harmlessText } from "./harmless-text.ts";
import { failureText, HeldFailure } from "./held-failure.ts";
import { type CompletedCall, outcomeText } from "./outcome-text.ts";
import type { Asking, RunNotice, RunOpening, RunView, ViewHooks } from "./run-view.ts";
import { stopNote } from "./stop-note.ts";
import { toolSummary } from "./tool-summary.ts";

/** Where a plain view writes, and what is a terminal there. */
export interface PlainStreams {
  readonly text: (text: string) => void;
  readonly rest: (text: string) => void;
  readonly textIsTerminal: boolean;
  readonly restIsTerminal: boolean;
  /** A person sits there who can be asked. */
  readonly canAsk: boolean;
}

/** For pipes and files: what the model says on standard output as it comes, everything else a line each on standard error. No escape codes. */
export class PlainView implements RunView {
  readonly #streams: PlainStreams;
  readonly #hooks: ViewHooks;
  readonly #begun = new Map<string, { readonly summary: string; readonly at: number }>();
  readonly #failure = new HeldFailure();
  #isOpenLine = false;
  #saidText = false;

  constructor(streams: PlainStreams, hooks: ViewHooks) {
    this.#streams = streams;
    this.#hooks = hooks;
  }

  /** A pipe needs no patience. */
  preparing(): void {}

  begin({ sessionId, resumed, model }: RunOpening): void {
    this.#line(`session ${sessionId}${resumed ? " goes on" : ""}, ${model}`);
  }

  hear(event: AgentEvent): void {
    this.#failed();
    switch (event.kind) {
      case "StepStarted":
        this.#saidText = false;
        return;
      case "TextDelta":
        return this.#text(event.text);
      case "ModelResponded":
        // A model that does not stream says everything at once.
        if (!this.#saidText && event.text !== "") this.#text(event.text);
        this.#endLine();
        return this.#stopped(stopNote(event.stopReason));
      case "ToolDispatched":
        return this.#dispatched(event);
      case "ToolCompleted":
        return this.#completed(event);
      case "StepFailed":
        return this.#failure.hold(event);
      case "StepRefused":
        return this.#line(`step ${event.step} was refused: ${event.classes.join(", ")}`);
      case "PolicyDecided":
        // That the run ends is told where it does.
        if (event.decision.kind !== "Fail") this.#line(decisionText(event));
        return;
      case "ApprovalAnswered":
        // Where nobody could be asked that was told already.
        if (this.#streams.canAsk) this.#line(`  ${event.decision}`);
        return;
      case "GuardDecided":
        if (event.decision !== "pass") this.#line(`guard ${event.guardrailId}: ${event.decision}`);
        return;
      case "ApprovalAsked":
      case "Completed":
      case "StepClosed":
      case "ThinkingDelta":
      case "ToolCallDelta":
      case "ToolOutput":
      case "BudgetSpent":
        return;
      default:
        return event satisfies never;
    }
  }

  notice({ about, text }: RunNotice): void {
    this.#line(`${about}: ${text}`);
  }

  async ask(question: PermissionQuestion, asking: Asking): Promise<PermissionAnswer | undefined> {
    if (this.#streams.canAsk) {
      this.#endLine();
      return askPlainly(question, asking, { write: this.#streams.rest, onStop: this.#hooks.onStop });
    }
    this.notice({ about: "denied", text: deniedText(question) });
    return undefined;
  }

  async next(): Promise<undefined> {
    return undefined;
  }

  /** Nobody types at a pipe. */
  told(): void {}

  end(told?: string): void {
    this.#failed(told);
    this.#endLine();
  }

  close(): void {
    this.#endLine();
  }

  #dispatched({ toolCallId, tool, args }: Extract<AgentEvent, { kind: "ToolDispatched" }>): void {
    const summary = toolSummary(tool, args);
    this.#begun.set(toolCallId, { summary, at: performance.now() });
    this.#line(`* ${summary}`);
  }

  #completed(event: CompletedCall): void {
    const { summary, at } = this.#begun.get(event.toolCallId) ?? { summary: event.tool, at: performance.now() };
    this.#begun.delete(event.toolCallId);
    const took = durationText(performance.now() - at);
    // Where one call runs alone everybody knows which one ended.
    this.#line(`  ${this.#begun.size === 0 ? event.tool : summary}: ${outcomeText(event)} (${took})`);
  }

  #failed(told?: string): void {
    const event = this.#failure.take(told);
    if (event !== undefined) this.#line(`step ${event.step} failed: ${failureText(event)}`);
  }

  #stopped(note: string | undefined): void {
    if (note !== undefined) this.#line(note);
  }

  #text(text: string): void {
    if (text === "") return;
    this.#saidText = true;
    this.#isOpenLine = !text.endsWith("\n");
    // What a pipe ends in may be a terminal all the same.
    this.#streams.text(harmlessText(text));
  }

  #endLine(): void {
    if (this.#isOpenLine) this.#streams.text("\n");
    this.#isOpenLine = false;
  }

  #line(text: string): void {
    const { rest, textIsTerminal, restIsTerminal } = this.#streams;
    // On one terminal the two streams share their lines.
    if (textIsTerminal && restIsTerminal) this.#endLine();
    rest(`${harmless(restIsTerminal ? text : text.replaceAll("\n", " "))}\n`);
  }
}
