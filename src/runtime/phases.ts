import { InvariantError, type JoinClosed, type Json, type ReadReply, type Refusal } from "#kernel";
import type { AgentFault } from "#ports";
import { assertContinues, complete } from "./complete.ts";
import type { Run } from "./run.ts";
import { Cancelled } from "./fault.ts";
import { settleFault } from "./settle-fault.ts";
import { type Acted, actTurn, observeTurn, type Thought, thinkTurn } from "./turn.ts";

/*
 * The phases of a run (R01): Idle -> Thinking -> (Completed | Acting) -> Observing -> Thinking. Each offers only what may follow, and
 * each can be used once. `agent()` is built on these and nothing else.
 */

const MINT = Symbol("phase");

/** Holds what a phase passes on, once. */
abstract class Phase {
  #run: Run | undefined;
  constructor(run: Run, mint: symbol) {
    if (mint !== MINT) throw new InvariantError("a phase follows from the one before");
    this.#run = run;
  }
  /** What the next phase is made of. Throws at the second time: a phase that was left is over. */
  protected leave(): Run {
    const run = this.#run;
    if (run === undefined) throw new InvariantError(`this ${this.constructor.name} is over: its run went on`);
    this.#run = undefined;
    return run;
  }
}

/** Nothing is under way. */
class Idle extends Phase {
  readonly phase = "Idle";
  /** Asks the model. */
  think(): Promise<Thinking | Observing | Failed | Interrupted> {
    return think(this.leave());
  }
}

/** The model has answered: it asks for tools, or it is done. */
class Thinking extends Phase {
  readonly phase = "Thinking";
  readonly #thought: Thought;
  constructor(run: Run, thought: Thought, mint: symbol) {
    super(run, mint);
    this.#thought = thought;
  }
  get reply(): ReadReply {
    return this.#thought.reply;
  }
  /** Whether {@link Thinking.act} is due, and not {@link Thinking.complete}. */
  get asksForTools(): boolean {
    return this.#thought.actions.kind === "act";
  }
  /** Runs the calls that it asks for. Throws where it asks for none; then the phase is still there. */
  act(): Promise<Acting | Observing | Failed | Interrupted> {
    const thought = this.#thought;
    if (!this.asksForTools) throw new InvariantError("this reply asks for nothing that could be run: complete it");
    return advance(
      this.leave(),
      (run) => actTurn(run, thought),
      (run, acted) => new Acting(run, acted, MINT),
    );
  }
  /** Takes its answer as the last word; one that is none is asked for again, within bounds. Throws where it asks for tools. */
  complete(): Promise<Completed | Observing | Failed | Interrupted> {
    const thought = this.#thought;
    if (this.asksForTools) throw new InvariantError("this reply asks for tools: act on it");
    return advance(
      this.leave(),
      (run) => complete(run, thought),
      (run, { join, output }) =>
        output === undefined ? new Observing(run, MINT) : new Completed(run, { output, join }, MINT),
    );
  }
}

/** Every call has ended. */
class Acting extends Phase {
  readonly phase = "Acting";
  readonly #acted: Acted;
  constructor(run: Run, acted: Acted, mint: symbol) {
    super(run, mint);
    this.#acted = acted;
  }
  /** Closes the turn: what the calls gave is judged, and becomes what the model sees next. */
  observe(): Promise<Observing | Failed | Interrupted> {
    const acted = this.#acted;
    return advance(
      this.leave(),
      (run) => observeTurn(run, acted),
      (run, closed) => {
        assertContinues(run, closed);
        return new Observing(run, MINT);
      },
    );
  }
}

/** The model is to see something: results, or why it is asked again. */
class Observing extends Phase {
  readonly phase = "Observing";
  /** Asks the model again. */
  think(): Promise<Thinking | Observing | Failed | Interrupted> {
    return think(this.leave());
  }
}

/** The end of one run. Nobody but the run makes one; a look-alike does not compile, and is not believed. */
abstract class End {
  readonly #run: Run;
  constructor(run: Run, mint: symbol) {
    if (mint !== MINT) throw new InvariantError("an end is a run's own");
    this.#run = run;
  }
  get steps(): number {
    return this.#run.state.step;
  }
  protected keep(end: RunEnd): void {
    Object.freeze(end);
    this.#run.walk.end = end;
  }
}

/** How a run ended. */
export type RunEnd = Completed | Failed | Interrupted;

/** The run is over, with an answer. */
class Completed extends End {
  readonly phase = "Completed";
  readonly output: Json;
  readonly join: JoinClosed;
  constructor(run: Run, { output, join }: { readonly output: Json; readonly join: JoinClosed }, mint: symbol) {
    super(run, mint);
    this.output = output;
    this.join = join;
    this.keep(this);
  }
}

/** The run is over, because of a fault or because the gate said no. */
class Failed extends End {
  readonly phase = "Failed";
  readonly fault: AgentFault;
  readonly refusal: Refusal | undefined;
  constructor(run: Run, { fault, refusal }: { fault: AgentFault; refusal?: Refusal | undefined }, mint: symbol) {
    super(run, mint);
    this.fault = fault;
    this.refusal = refusal;
    this.keep(this);
  }
}

/** The run is over, because somebody or the policy called it off. It is taken up again as a new run (DESIGN 19). */
class Interrupted extends End {
  readonly phase = "Interrupted";
  readonly reason: string;
  constructor(run: Run, reason: string, mint: symbol) {
    super(run, mint);
    this.reason = reason;
    this.keep(this);
  }
}

export type { Acting, Completed, Failed, Idle, Interrupted, Observing, Thinking };

/** A run before its first step. Throws at the second time: a run is walked once, and taken up again as a new one. */
export function beginRun(run: Run): Idle {
  if (run.walk.isBegun) throw new InvariantError("this run has begun already");
  run.walk.isBegun = true;
  return new Idle(run, MINT);
}

function think(run: Run): Promise<Thinking | Observing | Failed | Interrupted> {
  return advance(run, thinkTurn, (_, thought) => new Thinking(run, thought, MINT));
}

/** Work between two phases: not begun and not gone on from when the run was called off; what goes wrong in it is settled by the policy. */
async function advance<Done, Next>(
  run: Run,
  work: (run: Run) => Promise<Done>,
  next: (run: Run, done: Done) => Next,
): Promise<Next | Observing | Failed | Interrupted> {
  try {
    run.assertGoing();
    const done = await work(run);
    // A run that has ended is not called off any more.
    if (run.state.ended === undefined) run.assertGoing();
    return next(run, done);
  } catch (error) {
    return settledEnd(run, error);
  }
}

async function settledEnd(run: Run, error: unknown): Promise<Observing | Failed | Interrupted> {
  const end = await settleFault(run, error);
  switch (end.kind) {
    case "again":
      return new Observing(run, MINT);
    case "failed":
      return new Failed(run, end, MINT);
    case "interrupted":
      return new Interrupted(run, end.reason, MINT);
    default:
      return end satisfies never;
  }
}

/**
 * The end of a run that somebody else drives: always the one that the run itself came to. Where it was left before its end, or the
 * driver threw, one is made then, with every call answered and recorded.
 */
export async function drivenEnd(run: Run, drive: (idle: Idle) => Promise<unknown>): Promise<RunEnd> {
  let left: unknown = new Cancelled({ reason: "it was left before its end" });
  try {
    await drive(beginRun(run));
  } catch (error) {
    left = error;
  }
  const end = run.walk.end ?? (await settledEnd(run, left));
  if (end.phase === "Observing") throw new InvariantError("a run that was left goes on");
  return end;
}
