import {
  type Budget,
  type DecisionTally,
  History,
  InvariantError,
  NO_DECISIONS,
  parseBudget,
  type SessionEvent,
  spend,
} from "#kernel";
import type { AgentEvent, AgentView, JournalEvent, ModelTool } from "#ports";
import { modelTools } from "./build-request.ts";
import { Cancelled, faultOf, JournalFailed } from "./fault.ts";
import { HeardEvents } from "./heard-events.ts";
import { Repetition } from "./repetition.ts";
import { RequestWindow } from "./request-window.ts";
import type { RunSetting } from "./run-setting.ts";

/**
 * One run of a session: what it is made of, and what its rows have come to. Rows and memory change together, here and nowhere else, so
 * that memory is what the journal says (PEERS 7).
 */
export class Run {
  readonly setting: RunSetting;
  readonly history: History = new History();
  readonly repetition: Repetition;
  readonly window: RequestWindow;
  readonly tools: readonly ModelTool[];
  userInput = "";
  step = 0;
  /** What the model is told with the next request, once. */
  reminders: readonly string[] = [];
  tally: DecisionTally = NO_DECISIONS;
  budget: Budget;
  /** Chained over replies and results: what the history has come to, at the cost of one hash a turn. */
  head: string;
  #seq = 0;
  #calls = 0;
  /** Facts that are not durable yet, in order. */
  #untold: AgentEvent[] = [];
  /** What observers have heard the beginning of and not the end. */
  readonly heard: HeardEvents = new HeardEvents();
  checkpointApprovals: readonly { readonly at: number }[] = [];

  constructor(setting: RunSetting) {
    this.setting = setting;
    this.budget = setting.budget;
    this.head = setting.specDigest;
    this.repetition = new Repetition(setting.limits.repetitions);
    this.window = new RequestWindow(setting.limits.requestTokens);
    this.tools = modelTools(this);
  }

  get view(): AgentView {
    return { userInput: this.userInput, stepCount: this.step, correlationId: this.setting.correlationId };
  }

  /** The next number in the order of everything that happens in this run. */
  nextSeq(): number {
    return ++this.#seq;
  }

  /** The host's id for a call: unique in the session (DESIGN 6). */
  nextCallId(): string {
    return `tc-${this.step}-${++this.#calls}`;
  }

  /** Takes a row in. It is durable when {@link Run.durable} resolves. */
  record(event: SessionEvent): void {
    // A row is JSON by its form; what is not is refused by the journal.
    this.setting.journal.append(event as unknown as JournalEvent);
  }

  /** Observers hear of a fact when its row is durable, not before. */
  tell(event: AgentEvent): void {
    this.#untold.push(event);
  }

  /** Resolves when everything recorded so far would survive a crash; then observers hear of it. A failed write fails the turn (DESIGN 4). */
  async durable(): Promise<void> {
    const told = this.#untold;
    this.#untold = [];
    try {
      await this.setting.journal.settled();
    } catch (cause) {
      throw new JournalFailed("the journal could not be written", { cause });
    }
    for (const event of told) this.emit(event);
  }

  /** Tells observers at once: what is no row of its own, or whose row is durable. */
  emit(event: AgentEvent): void {
    this.heard.note(event);
    this.setting.emit(event);
  }

  /** Whether a step was begun that has no end yet. */
  isStepOpen = false;

  /** One more thing that the history has come to. */
  chain(digest: string): void {
    this.head = this.setting.sha256(`${this.head}${digest}`);
  }

  /** Spends all or nothing; what does not suffice ends the run. */
  spend(cost: Parameters<typeof spend>[1]): void {
    const spending = spend(this.budget, cost);
    if (!spending.ok)
      throw faultOf("BudgetExceeded", this.step, `the budget is used up: ${spending.exhausted.join(", ")}`);
    this.budget = spending.left;
  }

  /** Gives a step back that a decision says it does not cost; the cap on such decisions bounds them (R05). */
  refundStep(): void {
    const { left } = this.budget;
    const refunded = parseBudget({ ...left, steps: left.steps + 1 });
    if (refunded.ok) this.budget = refunded.budget;
  }

  /** At every border between phases: a run that was called off goes no further. */
  assertGoing(): void {
    if (this.setting.signal.aborted) throw new Cancelled("the run was cancelled");
  }

  /** Every open call gets its answer at once, whatever the reason: a history with an open call cannot be sent. */
  answerOpenCalls(text: string): readonly { toolCallId: string; tool: string; text: string }[] {
    const answers = this.history.openCalls.map(({ toolCallId, tool }) => ({ toolCallId, tool, text }));
    for (const answer of answers) this.history.addAnswer({ ...answer, isFailure: true });
    return answers;
  }

  /** The history as it may be sent. An open call here is a bug of ours. */
  closedHistory(): NonNullable<ReturnType<History["close"]>> {
    const closed = this.history.close();
    if (closed === undefined) throw new InvariantError("a request was to be built while a call is open");
    return closed;
  }
}
