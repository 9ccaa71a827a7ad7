import { canonicalJson } from "../digest/canonical.ts";
import { InvariantError } from "../gate/verdict.ts";
import { plainJson } from "../json/plain.ts";
import type { JsonObject } from "../json/value.ts";
import { AuditedClaims } from "./audit-claims.ts";
import { AuditedLeft } from "./audit-left.ts";
import { type AuditCodec, type AuditedPolicies, auditPolicies } from "./audit-policies.ts";
import { auditSealed } from "./audit-sealed.ts";
import { TurnAudit } from "./audit-turn.ts";
import { compactionOf, PrefixDigests } from "./compaction.ts";
import { sessionRequestDigest } from "./request-digest.ts";
import type { SessionEvent } from "./session-event.ts";
import { readSessionEvent } from "./session-event-forms.ts";
import { SessionHistory } from "./session-history.ts";
import { SessionState } from "./session-state.ts";

/** A row of a journal as an audit sees it. */
export interface AuditedRow {
  readonly seq: number;
  readonly event: JsonObject;
}

/** What an audit came to: how many turns closed, and the first row that no run of ours has written. */
export interface SessionAudit {
  readonly turns: number;
  /** The session keeps digests only: its turns cannot be judged. */
  readonly isSealed?: true;
  readonly first?: AuditFinding;
}

/** A bad row: its number, the step that it belongs to, and one sentence. */
export interface AuditFinding {
  readonly seq: number;
  readonly step: number;
  readonly what: string;
}

/** Folds the rows of a session through the doors of the kernel: their forms, their order, and every digest that they name (M14, R11). */
export function auditSession(rows: readonly AuditedRow[], codec: AuditCodec): SessionAudit {
  if (rows.some(({ event }) => event["kind"] === "row.sealed")) return auditSealed(rows);
  // Runs of one session digest every turn's evidence or none: a digest that was taken out shows beside the others.
  const audit = new Audit(
    codec,
    rows.some(({ event }) => event["kind"] === "join.closed" && "evidenceDigest" in event),
  );
  for (const { seq, event } of rows) {
    const what = audit.take(event);
    if (what !== undefined) return { turns: audit.turns, first: { seq, step: audit.step, what } };
  }
  return { turns: audit.turns };
}

class Audit {
  turns = 0;
  /** The number of the newest step. */
  step = 0;
  readonly #codec: AuditCodec;
  readonly #history = new SessionHistory();
  readonly #state = new SessionState();
  readonly #callIds = new Set<string>();
  #sessionId: string | undefined;
  #bound: AuditedPolicies | undefined;
  #turn: TurnAudit | undefined;
  #isEnded = false;
  /** Whether the newest step closed. */
  #isClosed = false;
  /** Whether the turns of the newest run name witnesses; undefined before one closed. */
  #hasWitnesses: boolean | undefined;
  readonly #isDigested: boolean;
  readonly #claims: AuditedClaims;
  readonly #left = new AuditedLeft();
  readonly #prefixes: PrefixDigests;

  constructor(codec: AuditCodec, isDigested: boolean) {
    this.#codec = codec;
    this.#isDigested = isDigested;
    this.#claims = new AuditedClaims(codec.sha256);
    this.#prefixes = new PrefixDigests(codec.sha256);
  }

  /** What is wrong with the next row; undefined when it may follow. */
  take(row: JsonObject): string | undefined {
    const { kind } = row;
    if (typeof kind === "string" && kind.startsWith("journal.")) return undefined;
    const reading = readSessionEvent(row);
    if (!reading.ok) return reading.problem;
    const { event } = reading;
    const problem =
      this.#placeProblem(event) ??
      this.#follow(event) ??
      this.#claims.take(event) ??
      this.#history.take(event) ??
      this.#fold(event);
    return problem === undefined ? undefined : `${event.kind}: ${problem}`;
  }

  /** The row as a run that takes the session up folds it; a request is what the rows before it say. */
  #fold(event: SessionEvent): string | undefined {
    const { head, since } = this.#state;
    try {
      this.#state.apply(event);
    } catch (stop) {
      if (stop instanceof InvariantError) return stop.message;
      throw stop;
    }
    this.#left.note(event, this.#state);
    const { bound } = this.#state;
    if (event.kind !== "step.started" || bound === undefined) return undefined;
    const { digest, leftOut, notes = [] } = event.request;
    const { specDigest, terms } = bound;
    const expected = sessionRequestDigest({ head, since, specDigest, terms, leftOut, notes }, this.#codec.sha256);
    return digest === expected
      ? undefined
      : `its request is ${expected} by the rows before it, and ${digest} by its own`;
  }

  /** What holds for rows of every kind: one beginning, nothing behind the end, and the step that is under way. */
  #placeProblem(event: SessionEvent): string | undefined {
    if (event.kind === "session.started")
      return this.#sessionId === undefined ? undefined : "the session has begun already";
    if (this.#sessionId === undefined) return "it stands before session.started";
    if (this.#isEnded && event.kind !== "session.resumed") return "it stands behind the end of the run";
    if (!("step" in event) || event.kind === "step.started" || event.step === this.step) return undefined;
    return `it is of step ${event.step}, and step ${this.step} is the newest`;
  }

  #follow(event: SessionEvent): string | undefined {
    switch (event.kind) {
      case "session.started":
        this.#sessionId = event.sessionId;
        return undefined;
      case "policies.bound":
        return this.#betweenSteps() ?? this.#bind(event);
      case "handoff.received":
      case "input.given":
        return this.#betweenSteps();
      case "session.resumed":
        this.#isEnded = false;
        this.#hasWitnesses = undefined;
        return this.#betweenSteps() ?? this.#unknownCall(event.interrupted);
      case "step.started":
        return this.#betweenSteps() ?? this.#begin(event);
      case "model.replied":
        return this.#inTurn((turn) => this.#repeatedCall(event.toolCallIds) ?? turn.reply(event));
      case "tools.requested":
        return this.#inTurn((turn) => turn.request(event));
      case "tool.settled":
        return this.#inTurn((turn) => turn.settle(event));
      case "join.closed":
        return this.#inTurn((turn) => this.#close(turn, event));
      case "step.failed":
        return this.#inTurn(() => {
          this.#turn = undefined;
          return undefined;
        });
      case "turn.refused":
        // A turn that could not even be bound is refused before its step begins.
        return this.#turn === undefined && event.answers.length === 0
          ? undefined
          : this.#inTurn((turn) => this.#refuse(turn, event.ends));
      case "session.ended":
        return this.#betweenSteps() ?? this.#end(event);
      case "policy.decided":
      case "approval.answered":
      case "checkpoint.answered":
      case "budget.allotted":
      case "budget.returned":
      case "child.opened":
      case "child.closed":
      case "note.added":
      case "row.sealed":
        return undefined;
      default:
        return event satisfies never;
    }
  }

  #bind(event: Extract<SessionEvent, { kind: "policies.bound" }>): string | undefined {
    const bound = auditPolicies(event, this.#codec);
    if (!bound.ok) return bound.what;
    this.#bound = bound.at;
    return undefined;
  }

  #begin(event: Extract<SessionEvent, { kind: "step.started" }>): string | undefined {
    if (event.step !== this.step + 1) return `it is step ${event.step}, and step ${this.step + 1} was due`;
    if (this.#bound === undefined || this.#sessionId === undefined) return "no policies are bound";
    const turn = TurnAudit.begin(event, { sessionId: this.#sessionId, bound: this.#bound, codec: this.#codec });
    this.step = event.step;
    this.#isClosed = false;
    if (!turn.ok) return turn.what;
    this.#turn = turn.at;
    return undefined;
  }

  #close(turn: TurnAudit, event: Extract<SessionEvent, { kind: "join.closed" }>): string | undefined {
    const problem =
      turn.close(event) ?? this.#bareJoin(event) ?? this.#left.problemOf(event) ?? this.#compactionProblem(event);
    if (problem !== undefined) return problem;
    this.#turn = undefined;
    this.#isClosed = true;
    this.turns += 1;
    return undefined;
  }

  /** A turn says what its request left out, exactly, where its policies let it leave something out (R23). */
  #compactionProblem({ closing }: Extract<SessionEvent, { kind: "join.closed" }>): string | undefined {
    const { turn, bound, history } = this.#state;
    if (turn === undefined || bound === undefined) return undefined;
    const { leftOut } = turn.started.request;
    const request = { messages: history.messages.slice(0, turn.messages), leftOut };
    const { sha256 } = this.#codec;
    const due = compactionOf(request, bound.spec.compactionPolicy, { sha256, prefixes: this.#prefixes });
    const [expected, said] = [due, closing.compaction].map((part) => canonicalJson(plainJson(part ?? {})));
    return expected === said ? undefined : "what it says of the messages that were left out is not what the rows say";
  }

  #refuse(turn: TurnAudit, ends: boolean): string | undefined {
    turn.refuse();
    if (ends) this.#turn = undefined;
    return undefined;
  }

  /** What other turns name, this one names too. */
  #bareJoin({ evidenceDigest, witnesses }: Extract<SessionEvent, { kind: "join.closed" }>): string | undefined {
    if (this.#isDigested && evidenceDigest === undefined) return "other turns name their evidence, it does not";
    const has = witnesses !== undefined;
    if (has !== (this.#hasWitnesses ?? has)) return "some turns of its run name witnesses, others do not";
    this.#hasWitnesses = has;
    return undefined;
  }

  #end({ steps, phase }: Extract<SessionEvent, { kind: "session.ended" }>): string | undefined {
    this.#isEnded = true;
    if (phase === "Completed" && !this.#isClosed) return "the run is completed, and its last turn did not close";
    return steps === this.step ? undefined : `it counts ${steps} steps, and step ${this.step} is the newest`;
  }

  /** The host's ids are unique in a session (DESIGN 6). */
  #repeatedCall(ids: readonly string[]): string | undefined {
    for (const id of ids) {
      if (this.#callIds.has(id)) return `the id ${id} is taken`;
      this.#callIds.add(id);
    }
    return undefined;
  }

  #unknownCall(ids: readonly string[]): string | undefined {
    const unknown = ids.find((id) => !this.#callIds.has(id));
    return unknown === undefined ? undefined : `it names the call ${unknown}, which nobody made`;
  }

  #inTurn(work: (turn: TurnAudit) => string | undefined): string | undefined {
    return this.#turn === undefined ? "no step is under way" : work(this.#turn);
  }

  /** Where a step, or a call, has no end yet nothing else begins. */
  #betweenSteps(): string | undefined {
    if (this.#turn !== undefined) return `step ${this.#turn.step} has no end yet`;
    const [open] = this.#history.openCalls;
    return open === undefined ? undefined : `${open.toolCallId} (${open.tool}) has no answer yet`;
  }
}
