import { type ModelRequest, PortError, type AgentEvent, type JournalRow } from "#ports";
import { type Effect, isInRows } from "../../../scripts/chaos/check-session.ts";
import type { RunResult } from "../../../src/index.ts";
import {
  checkEventCardinality,
  checkEventOrder,
  checkLegalHistory,
  type FaultPoint,
  manualClock,
} from "../../../src/testing/index.ts";
import { FailingJournal } from "./failing-journal.ts";
import { HANDED, INPUT, sceneAgent, type SceneHooks } from "./scene.ts";

/** What can go wrong with what a run works with. */
export const FAULTS = [
  "the transport fails once",
  "the transport is down",
  "somebody cancels",
  "a tool breaks",
  "an observer throws",
  "an observer is slow",
  "the disk is full",
] as const;
export type Fault = (typeof FAULTS)[number];

/** What hits a session, and when: at the n-th time that it comes to a point. */
export interface Hit {
  readonly fault: Fault;
  readonly point: FaultPoint;
  readonly nth: number;
}

/** A session that was played to its completion, in as many runs as it took. */
export interface PlayedSession {
  readonly rows: readonly JournalRow[];
  readonly effects: readonly Effect[];
  readonly ends: readonly RunResult<string>["phase"][];
  /** How often each point was come to. */
  readonly counts: ReadonlyMap<FaultPoint, number>;
  readonly problems: readonly string[];
}

const SESSION = "s-1";
const MOST_RUNS = 8;

/** Plays the scene, hit once, and takes it up again until it completes. Without a hit it is cancelled once, late: so that it is resumed. */
export async function hitSession(hit?: Hit): Promise<PlayedSession> {
  const session = new HitSession(hit);
  while (!session.isCompleted && session.ends.length < MOST_RUNS) await session.play();
  return session;
}

/** What of a world has gone wrong. */
interface Trouble {
  wire: "well" | "fails once" | "down";
  toolBreaks: boolean;
  observer: "well" | "throws" | "slow";
}

class HitSession implements PlayedSession {
  rows: readonly JournalRow[] = [];
  readonly effects: Effect[] = [];
  readonly ends: RunResult<string>["phase"][] = [];
  readonly counts = new Map<FaultPoint, number>();
  readonly problems: string[] = [];
  readonly #hit: Hit | undefined;
  readonly #clock = manualClock({ stepMs: 1 });
  /** What was told of a call or step after the journal had failed: a later run says it in rows. */
  readonly #owed: AgentEvent[] = [];
  #trouble: Trouble = { wire: "well", toolBreaks: false, observer: "well" };
  #journal: FailingJournal | undefined;
  #cancel: () => void = () => undefined;
  #wasCancelled = false;

  constructor(hit: Hit | undefined) {
    this.#hit = hit;
  }

  /** By its rows: a run whose last write failed late is told as failed, and has completed all the same. */
  get isCompleted(): boolean {
    const event = this.rows.at(-1)?.event;
    return event?.kind === "session.ended" && event["phase"] === "Completed";
  }

  /** One run to its end. */
  async play(): Promise<void> {
    this.#trouble = { wire: "well", toolBreaks: false, observer: "well" };
    const heard: AgentEvent[] = [];
    const journal = new FailingJournal(SESSION, {
      clock: this.#clock,
      rows: this.rows,
      at: (point) => this.#at(point),
    });
    this.#journal = journal;
    const kinds = this.rows.map(({ event }) => event.kind);
    const scene = sceneAgent({
      hooks: this.#hooks(),
      clock: this.#clock,
      journal: (id) => (id === SESSION ? journal : new FailingJournal(id, { clock: this.#clock, rows: [], at() {} })),
      sinks: [
        () => this.#hear("before observer"),
        (event) => {
          heard.push(event);
          this.#mustBeDurable(event, journal);
          this.#hear("during observer");
        },
        () => this.#hear("after observer"),
      ],
    });
    const run = kinds.includes("session.started")
      ? scene.resume(
          SESSION,
          kinds.includes("input.given") ? { handoffIn: HANDED } : { handoffIn: HANDED, input: INPUT },
        )
      : scene.start(INPUT, { sessionId: SESSION, handoffIn: HANDED });
    this.#cancel = () => run.cancel("the test");
    const streamed: AgentEvent[] = [];
    for await (const event of run) {
      streamed.push(event);
      if (this.#trouble.observer === "slow") await new Promise((resolve) => setImmediate(resolve));
    }
    this.#check(await run.result, {
      heard,
      streamed,
      firstStep: kinds.filter((kind) => kind === "step.started").length + 1,
    });
    this.rows = journal.durable;
    if (this.isCompleted) this.#checkOwed();
  }

  #hooks(): SceneHooks {
    return {
      at: (point) => this.#at(point),
      effect: (toolCallId, label) => void this.effects.push({ toolCallId, label }),
      wire: () => this.#wire(),
      breakage: () => this.#breakage(),
      sent: (request) => this.#mustBeLegal(request),
    };
  }

  #at(point: FaultPoint): void {
    const nth = (this.counts.get(point) ?? 0) + 1;
    this.counts.set(point, nth);
    if (this.#hit?.point === point && this.#hit.nth === nth) this.#strike(this.#hit.fault);
    // Each session is taken up once at least.
    if (point === "after tool run" && this.effects.some(({ label }) => label === "d1")) this.#cancelOnce();
  }

  #cancelOnce(): void {
    if (this.#wasCancelled) return;
    this.#wasCancelled = true;
    this.#cancel();
  }

  #strike(fault: Fault): void {
    switch (fault) {
      case "the transport fails once":
        this.#trouble.wire = "fails once";
        return;
      case "the transport is down":
        this.#trouble.wire = "down";
        return;
      case "somebody cancels":
        this.#cancel();
        return;
      case "a tool breaks":
        this.#trouble.toolBreaks = true;
        return;
      case "an observer throws":
        this.#trouble.observer = "throws";
        return;
      case "an observer is slow":
        this.#trouble.observer = "slow";
        return;
      case "the disk is full":
        this.#journal?.fill();
        return;
      default:
        fault satisfies never;
    }
  }

  #wire(): PortError | undefined {
    const { wire } = this.#trouble;
    if (wire === "well") return undefined;
    if (wire === "fails once") this.#trouble.wire = "well";
    return new PortError("model", "transport", "the connection broke", { retryable: wire === "fails once" });
  }

  #breakage(): Error | undefined {
    if (!this.#trouble.toolBreaks) return undefined;
    this.#trouble.toolBreaks = false;
    return new Error("the tool broke");
  }

  #hear(point: FaultPoint): void {
    this.#at(point);
    const { observer } = this.#trouble;
    if (observer === "throws") throw new Error("a bug of the observer");
    if (observer === "slow") for (const until = performance.now() + 0.2; performance.now() < until;);
  }

  /** Nobody is told what a crash could take back. */
  #mustBeDurable(event: AgentEvent, { durable, hasFailed }: FailingJournal): void {
    if (isInRows(event, durable)) return;
    if (hasFailed && (event.kind === "ToolCompleted" || event.kind === "StepFailed")) this.#owed.push(event);
    else this.problems.push(`told, and not durable: ${JSON.stringify(event)}`);
  }

  #mustBeLegal({ messages }: ModelRequest): void {
    if (messages.at(-1)?.role !== "user" && messages.at(-1)?.role !== "tool")
      this.problems.push("a request in which nobody but the model has spoken last");
    for (const { at, why } of checkLegalHistory(messages)) this.problems.push(`sent, message ${at}: ${why}`);
  }

  #check(
    result: RunResult<string>,
    {
      heard,
      streamed,
      firstStep,
    }: { heard: readonly AgentEvent[]; streamed: readonly AgentEvent[]; firstStep: number },
  ): void {
    this.ends.push(result.phase);
    const broken = [...checkEventOrder(heard, { firstStep }), ...checkEventCardinality(heard)];
    for (const { why } of broken) this.problems.push(`events: ${why}`);
    for (const { at, why } of checkLegalHistory(result.finalMessages)) this.problems.push(`message ${at}: ${why}`);
    if (JSON.stringify(heard) !== JSON.stringify(streamed)) this.problems.push("the stream is not what sinks heard");
    const last = heard.at(-1);
    if ((last?.kind === "Completed") !== (result.phase === "Completed"))
      this.problems.push(`it ended as ${result.phase}, and ${last?.kind ?? "nothing"} was told last`);
    if (result.phase === "Interrupted" && !isLastBefore(heard)) this.problems.push(`interrupted after ${last?.kind}`);
  }

  /** What was told without a row has one now: the call is interrupted, or had ended, and the step has failed. */
  #checkOwed(): void {
    const events = this.rows.map(({ event }) => event);
    for (const owed of this.#owed) {
      const isThere = events.some((event) => {
        if (owed.kind === "ToolCompleted")
          return event.kind === "tool.settled" && JSON.stringify(event["result"]).includes(`"${owed.toolCallId}"`);
        return event.kind.startsWith("step.") && "step" in owed && event["step"] === owed.step;
      });
      if (!isThere) this.problems.push(`told, and never in a row: ${JSON.stringify(owed)}`);
    }
  }
}

/** A run that is called off ends in the middle of a step that says so, or behind one that had its own end. */
function isLastBefore(heard: readonly AgentEvent[]): boolean {
  const last = heard.at(-1);
  if (last === undefined || last.kind === "StepClosed") return true;
  if (last.kind !== "StepFailed") return false;
  return last.error === "cancelled" || heard.some(({ kind }) => kind === "PolicyDecided");
}
