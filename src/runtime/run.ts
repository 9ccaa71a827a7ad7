import { type History, InvariantError, type JoinClosed, PrefixDigests, SessionState, type SessionEvent } from "#kernel";
import {
  type AgentEvent,
  type AgentView,
  type JournalEvent,
  type ModelTool,
  type PermissionQuestion,
  PortError,
} from "#ports";
import { modelTools } from "./build-request.ts";
import { errorText } from "./error-text.ts";
import { Cancelled, faultOf, JournalFailed } from "./fault.ts";
import { HeardEvents } from "./heard-events.ts";
import type { IntendedTurn } from "./intended-turn.ts";
import type { RunEnd } from "./phases.ts";
import { RequestWindow } from "./request-window.ts";
import type { RunSetting } from "./run-setting.ts";

/**
 * One run of a session: what it is made of, and what its rows have come to. Rows and memory change together, in `record` and nowhere
 * else, so that memory is what the journal says (PEERS 7).
 */
export class Run {
  readonly setting: RunSetting;
  readonly state: SessionState;
  readonly window: RequestWindow;
  /** What of the conversation requests have left out, by digest. */
  readonly prefixes: PrefixDigests;
  readonly tools: readonly ModelTool[];
  /** What observers have heard the beginning of and not the end. */
  readonly heard: HeardEvents = new HeardEvents();
  /** How far its phases were walked; theirs to write. It stands here and not in a weak map, which would keep runs from being collected while they are young. */
  readonly walk: {
    isBegun: boolean;
    end: RunEnd | undefined;
    intended: IntendedTurn | undefined;
    newestJoin: JoinClosed | undefined;
  } = { isBegun: false, end: undefined, intended: undefined, newestJoin: undefined };
  #seq = 0;
  #calls = 0;
  readonly #asked = new Set<string>();
  /** Facts that are not durable yet, in order. */
  #untold: AgentEvent[] = [];

  /** `state`: what the rows before this run have come to. */
  constructor(setting: RunSetting, state: SessionState = new SessionState()) {
    this.setting = setting;
    this.state = state;
    this.prefixes = new PrefixDigests(setting.sha256);
    this.window = new RequestWindow(setting.terms.requestTokens);
    this.tools = modelTools(this);
  }

  get history(): History {
    return this.state.history;
  }

  get view(): AgentView {
    const { userInput, step } = this.state;
    return { userInput, stepCount: step, correlationId: this.setting.correlationId };
  }

  /** Counts what happens in a step anew: numbers and ids of a step are the same however often the session was taken up. */
  beginStep(): void {
    this.#seq = 0;
    this.#calls = 0;
  }

  /** The next number in the order of everything that happens in this step. */
  nextSeq(): number {
    return ++this.#seq;
  }

  /** The host's id for a call: unique in the session (DESIGN 6). */
  nextCallId(): string {
    return `tc-${this.state.step}-${++this.#calls}`;
  }

  /** Takes a row in. It is durable when {@link Run.durable} resolves. */
  record(event: SessionEvent): void {
    try {
      // A row is JSON by its form; what is not is refused by the journal.
      this.setting.journal.append(event as unknown as JournalEvent);
    } catch (cause) {
      // The journal works on: it is this row that it cannot hold.
      if (cause instanceof PortError && cause.code === "oversized")
        throw faultOf("InternalInvariant", this.state.step, `too large for the journal: ${cause.message}`, { cause });
      throw new JournalFailed(`the journal takes no row any more: ${errorText(cause)}`, { cause });
    }
    this.state.apply(event);
  }

  /** Takes in what somebody wants the model to be told: rows of it stand where the run looks, so that a replay has them there too. */
  takeReminders(): void {
    const texts = this.setting.reminders();
    for (const text of texts) this.record({ kind: "note.added", step: this.state.step, source: "reminder", text });
  }

  /** Observers hear of a fact when its row is durable, not before. */
  tell(event: AgentEvent): void {
    this.#untold.push(event);
  }

  /** Is done or resolves when everything recorded so far would survive a crash; then observers hear of it. A failed write fails the turn (DESIGN 4). */
  durable(): Promise<void> | undefined {
    const told = this.#untold;
    this.#untold = [];
    if (!this.setting.journal.isSettled) return this.#settle(told);
    for (const event of told) this.emit(event);
    return undefined;
  }

  async #settle(told: readonly AgentEvent[]): Promise<void> {
    try {
      await this.setting.journal.settled();
    } catch (cause) {
      throw new JournalFailed(`the journal could not be written: ${errorText(cause)}`, { cause });
    }
    for (const event of told) this.emit(event);
  }

  /** Tells observers at once: what is no row of its own, or whose row is durable. */
  emit(event: AgentEvent): void {
    this.heard.note(event);
    this.setting.emit(event);
  }

  /** A person is asked about a call: observers hear it as soon as what came before is durable. */
  ask(question: PermissionQuestion): void {
    this.#asked.add(question.toolCallId);
    this.tell({ kind: "ApprovalAsked", step: this.state.step, question });
    // A write that fails is told where the next row is due.
    this.durable()?.catch(() => undefined);
  }

  /** The end of a question, if there was one. */
  tellAnswer(toolCallId: string, said: string): void {
    if (!this.#asked.delete(toolCallId)) return;
    const decision = said === "approved" || said === "refused" ? said : "expired";
    this.tell({ kind: "ApprovalAnswered", step: this.state.step, toolCallId, decision });
  }

  /** Questions that nobody answers any more, because the turn is over. */
  expireQuestions(): void {
    for (const toolCallId of this.#asked) this.tellAnswer(toolCallId, "expired");
  }

  /** What does not suffice ends the run. */
  assertAffordable(): void {
    const { exhausted, step } = this.state;
    if (exhausted.length === 0) return;
    throw faultOf("BudgetExceeded", step, `the budget is used up: ${exhausted.join(", ")}`);
  }

  /** At every border between phases: a run that was called off goes no further. */
  assertGoing(): void {
    if (this.setting.signal.aborted) throw new Cancelled(this.setting.signal);
  }

  /** The history as it may be sent. An open call here is a bug of ours. */
  closedHistory(): NonNullable<ReturnType<History["close"]>> {
    const closed = this.history.close();
    if (closed === undefined) throw new InvariantError("a request was to be built while a call is open");
    return closed;
  }
}
