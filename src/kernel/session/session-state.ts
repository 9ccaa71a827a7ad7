import { admitDecision, type DecisionTally, NO_DECISIONS } from "../agent/admit-decision.ts";
import { type Budget, type BudgetAmounts, type BudgetLine, type Cost, parseBudget, spend } from "../agent/budget.ts";
import { parsePolicyConfig } from "../agent/policy-config.ts";
import { InvariantError } from "../gate/verdict.ts";
import { packetText } from "../handoff/packet-text.ts";
import type { Approval } from "../policy/permissions/approval.ts";
import type { ToolResultDraft } from "../turn/tool-results.ts";
import { History } from "./history.ts";
import { Repetition } from "./repetition.ts";
import type {
  CheckpointAnswered,
  HandoffReceived,
  ModelReplied,
  NoteAdded,
  PolicyDecided,
  PoliciesBound,
  RefusedCall,
  SessionEnded,
  SessionEvent,
  SessionStarted,
  StepStarted,
  ToolSettled,
  ToolsRequested,
} from "./session-event.ts";
import { splitNotes } from "./split-notes.ts";
import type { TurnChild } from "./turn-children.ts";

/** What of a turn is under way: its rows so far. */
export interface OpenTurn {
  readonly started: StepStarted;
  replied?: ModelReplied;
  requested?: ToolsRequested;
  readonly settled: ToolResultDraft[];
  /** How many messages the conversation had when the model was asked. */
  readonly messages: number;
}

/** What was counted of the replies so far. */
export interface SessionUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costMicros: number;
}

const NO_CHILDREN: readonly TurnChild[] = [];
const NO_USAGE: SessionUsage = { inputTokens: 0, outputTokens: 0, costMicros: 0 };

/**
 * What the rows of a session have come to. A live run changes it with each row that it writes, a later one folds the same rows: there is
 * no other way to it, so that memory is what the journal says (PEERS 7).
 */
export class SessionState {
  readonly history: History = new History();
  started: SessionStarted | undefined;
  bound: PoliciesBound | undefined;
  userInput = "";
  /** The number of the newest step. */
  step = 0;
  /** The turn that has no end yet. */
  turn: OpenTurn | undefined;
  ended: SessionEnded | undefined;
  budget: Budget | undefined;
  /** What did not suffice, where something was spent that was not there: the run is over. */
  exhausted: readonly BudgetLine[] = [];
  usage: SessionUsage = NO_USAGE;
  tally: DecisionTally = NO_DECISIONS;
  /** How often the newest calls were made with the same results. */
  readonly repetition: Repetition = new Repetition();
  readonly approvals: Approval[] = [];
  readonly checkpoints: CheckpointAnswered[] = [];
  /** The packet that the session goes on from, until a closed turn has named it. */
  handoff: HandoffReceived | undefined;
  /** The digest of the newest packet that was received. */
  handoffDigest: string | undefined;
  /** The sub-agents of the newest step by their calls, and the newest turn that each closed. */
  children: readonly TurnChild[] = NO_CHILDREN;
  /** Why the model stopped the last time that it answered. */
  stopReason = "";
  /** Whether some calls stand in text, where no block of a provider names them. */
  hasTextCalls = false;
  /** The digest of the newest request: what the history had come to. With {@link SessionState.since} it names all of it. */
  head = "";
  /** What came after the newest request, in order: what the model will be told, and what was kept of its sub-agents. */
  since: string[] = [];
  /** What the model is told beside the history with the next request, once. */
  #notes: readonly string[] = [];
  /** Why it is asked again: told before those. */
  #why: readonly string[] = [];
  /** Notes of a request that has no reply yet. */
  #asked: readonly string[] = [];

  #allotted = 0;

  /** How many sub-agents were given a part of the budget so far. */
  get allotted(): number {
    return this.#allotted;
  }

  get notes(): readonly string[] {
    return this.#why.length === 0 ? this.#notes : [...this.#why, ...this.#notes];
  }

  /** Takes one row in. Throws `InvariantError` for one that cannot follow: no run writes it. */
  apply(event: SessionEvent): void {
    switch (event.kind) {
      case "session.started":
        this.started = event;
        return;
      case "policies.bound":
        return this.#bind(event);
      case "handoff.received":
        return this.#receive(event);
      case "input.given":
        return this.#takeInput(event.text);
      case "step.started":
        return this.#startStep(event);
      case "model.replied":
        return this.#takeReply(event);
      case "policy.decided":
        return this.#decide(event);
      case "approval.answered":
        this.approvals.push(event.approval);
        return;
      case "checkpoint.answered":
        this.checkpoints.push(event);
        return;
      case "budget.allotted":
        this.#allotted += 1;
        return this.#spend(event.share);
      case "budget.returned":
        return this.#giveBack(event.left);
      case "child.opened":
        this.children = [...this.children, { opened: event, join: undefined }];
        this.since.push(event.packet);
        return;
      case "child.closed":
        this.children = this.children.map((child) =>
          child.opened.toolCallId === event.toolCallId ? { ...child, join: event.join } : child,
        );
        this.since.push(event.note);
        return;
      case "tools.requested":
        this.#open(event.kind).requested = event;
        return;
      case "tool.settled":
        return this.#settle(event);
      case "turn.refused":
        this.#refuse(event.answers);
        if (event.withheld !== undefined) this.#withhold(event.withheld);
        if (event.ends) this.#endTurn();
        return;
      case "join.closed":
        this.#endTurn();
        if (event.closing.handoffIn !== undefined) this.handoff = undefined;
        this.tally = NO_DECISIONS;
        return;
      case "note.added":
        return this.#note(event);
      case "step.failed":
        this.#notes = [...this.#asked, ...this.#notes];
        this.#asked = [];
        this.turn = undefined;
        return;
      case "session.ended":
        this.ended = event;
        return;
      case "session.resumed":
        this.ended = undefined;
        return;
      case "row.sealed":
        throw new InvariantError("row.sealed: nothing follows from a digest");
      default:
        event satisfies never;
    }
  }

  #bind(event: PoliciesBound): void {
    const reading = parseBudget(event.terms.budget);
    if (!reading.ok) throw new InvariantError(`policies.bound: ${reading.reason}`);
    this.bound = event;
    this.budget = reading.budget;
    this.exhausted = [];
    if (this.head === "") this.head = event.specDigest;
  }

  #endTurn(): void {
    const { requested, settled = [] } = this.turn ?? {};
    if (requested !== undefined && settled.length > 0) this.repetition.note(requested.requests, settled);
    this.turn = undefined;
  }

  /** What was handed over is told before what is asked, and stays in the conversation. */
  #receive(event: HandoffReceived): void {
    this.handoff = event;
    this.handoffDigest = event.digest;
    const text = packetText(event.packet);
    this.history.addUser(text);
    this.since.push(text);
  }

  #takeInput(text: string): void {
    this.userInput = text;
    this.history.addUser(text);
    this.since.push(text);
  }

  #startStep(event: StepStarted): void {
    if (this.turn !== undefined) throw new InvariantError("a step begins before the one before it has ended");
    this.step = event.step;
    this.turn = { started: event, settled: [], messages: this.history.length };
    this.children = NO_CHILDREN;
    this.head = event.request.digest;
    this.since = [];
    this.#askNotes();
    this.#spend({ steps: 1 });
  }

  #takeReply(event: ModelReplied): void {
    this.#open(event.kind).replied = event;
    this.stopReason = event.stopReason;
    this.history.addReply(event.blocks, event.toolCallIds, event.textCalls);
    if (event.textCalls !== undefined) this.hasTextCalls = true;
    this.since.push(event.replyDigest);
    this.#asked = [];
    const { inputTokens, outputTokens, costMicros = 0 } = event.usage;
    this.usage = {
      inputTokens: this.usage.inputTokens + inputTokens,
      outputTokens: this.usage.outputTokens + outputTokens,
      costMicros: this.usage.costMicros + costMicros,
    };
    this.#spend({ tokens: inputTokens + outputTokens, costMicros });
  }

  #settle({ result }: ToolSettled): void {
    const { toolCallId, outcome, shown } = result;
    this.#open("tool.settled").settled.push(result);
    this.history.addAnswer({ toolCallId, text: shown, isFailure: outcome !== "ok" });
    this.since.push(toolCallId, shown);
  }

  #refuse(answers: readonly RefusedCall[]): void {
    for (const { toolCallId, text } of answers) {
      this.history.addAnswer({ toolCallId, text, isFailure: true });
      this.since.push(toolCallId, text);
    }
  }

  /** The request of a step takes what it has room for; the rest waits. */
  #askNotes(): void {
    const { notes } = this;
    if (notes.length === 0 || this.bound === undefined) return;
    const { told, rest } = splitNotes(notes, this.bound.spec.reminderQueuePolicy);
    this.#asked = told;
    this.#why = [];
    this.#notes = rest;
  }

  /** Why the model is asked again comes before everything that can wait. */
  #withhold(text: string): void {
    this.history.withhold(text);
    this.since.push(text);
  }

  #note({ text, source }: NoteAdded): void {
    if (source === "reprompt") this.#why = [...this.#why, text];
    else this.#notes = [...this.#notes, text];
  }

  /** A decision counts against its limits; one that costs nothing gives the step back (R05). */
  #decide({ decision, error }: PolicyDecided): void {
    // Before the model was heard the policy is asked about what it did before: it was told of a loop.
    if (error === "InvalidModelAction" && this.turn?.replied === undefined) this.repetition.told();
    if (decision.kind === "Fail" || decision.kind === "Interrupt" || this.bound === undefined) return;
    const config = parsePolicyConfig(this.bound.terms.policy);
    if (!config.ok) return;
    const admission = admitDecision(decision, { tally: this.tally, config: config.config });
    if (admission.kind !== "admitted") return;
    this.tally = admission.tally;
    const left = this.budget?.left;
    if (!decision.consumeBudget && left !== undefined) this.#fill({ ...left, steps: left.steps + 1 });
  }

  #giveBack({ steps, tokens, costMicros }: BudgetAmounts): void {
    const left = this.budget?.left;
    if (left === undefined) return;
    this.#fill({
      steps: left.steps + steps,
      ...(left.tokens === undefined ? {} : { tokens: left.tokens + (tokens ?? 0) }),
      ...(left.costMicros === undefined ? {} : { costMicros: left.costMicros + (costMicros ?? 0) }),
    });
  }

  #fill(amounts: BudgetAmounts): void {
    const reading = parseBudget(amounts);
    if (reading.ok) this.budget = reading.budget;
  }

  #spend(cost: Cost): void {
    if (this.budget === undefined) throw new InvariantError("something is spent before anything was granted");
    const spending = spend(this.budget, cost);
    if (spending.ok) {
      this.budget = spending.left;
      return;
    }
    this.exhausted = spending.exhausted;
    // What was spent is gone, also where it was more than there was: no later run has it again.
    const { steps, tokens, costMicros } = this.budget.left;
    const drained = (left: number, spent = 0): number => Math.max(0, left - spent);
    this.#fill({
      steps: drained(steps, cost.steps),
      ...(tokens === undefined ? {} : { tokens: drained(tokens, cost.tokens) }),
      ...(costMicros === undefined ? {} : { costMicros: drained(costMicros, cost.costMicros) }),
    });
  }

  #open(kind: string): OpenTurn {
    if (this.turn === undefined) throw new InvariantError(`${kind} outside of a step`);
    return this.turn;
  }
}
