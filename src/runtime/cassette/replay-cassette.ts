import {
  type Digest,
  digestIn,
  digestJson,
  type Json,
  type SessionEvent,
  SessionState,
  type Sha256,
  type Utf8,
} from "#kernel";
import type {
  JournalRow,
  ReadCassette,
  ReplayDifference,
  ReplayOptions,
  ReplayRefusal,
  ReplayReport,
  ReplayStanding,
  WitnessStore,
} from "#ports";
import { AgentError } from "../agent/agent-error.ts";
import { foldSession } from "../agent/fold-session.ts";
import { agentLoop } from "../agent-loop.ts";
import { beginSession, resumeSession } from "../begin-session.ts";
import { Run } from "../run.ts";
import { readTape, type TapedRun } from "./read-tape.ts";
import { replaySetting } from "./replay-setting.ts";
import { ReplayedRows } from "./replayed-rows.ts";
import { type PlayerStop, TapeCursor } from "./tape-cursor.ts";
import { TapePlayer } from "./tape-player.ts";

/** What a replay needs of the world: nothing that could have an effect. */
export interface ReplayPorts {
  readonly sha256: Sha256;
  readonly utf8: Utf8;
  /** Names witnesses, and forgets them. */
  readonly witnesses: WitnessStore;
  /** Resolves when everything that can go on by itself has gone on. */
  readonly idle: () => Promise<void>;
}

/**
 * Runs what was recorded once more, through the real loop and the real gate, without model, network or effects, and holds every row
 * against the recorded one: the first difference is named (R24). Never throws for what a cassette says.
 */
export async function replayCassette(
  cassette: ReadCassette,
  ports: ReplayPorts,
  options: ReplayOptions = {},
): Promise<ReplayReport> {
  const { runs, refusal } = readTape(cassette);
  const session = new ReplayedSession(ports, options);
  let stop: PlayerStop = { kind: "cut" };
  let at = 0;
  for (const run of runs) {
    at += 1;
    stop = await session.play(run);
    if (stop.kind !== "ended" && stop.kind !== "cut") break;
  }
  return session.report(stop, { runs: at, refusal });
}

/** How many of the newest rows a report names. */
const LAST_ROWS = 5;

/** A session that is made anew, run by run. */
class ReplayedSession {
  readonly #ports: ReplayPorts;
  readonly #options: ReplayOptions;
  #events: SessionEvent[] = [];
  /** How many rows stood there before the first recorded run. */
  #before = 0;
  #state = new SessionState();
  #sessionId = "";

  constructor(ports: ReplayPorts, options: ReplayOptions) {
    this.#ports = ports;
    this.#options = options;
  }

  async play({ row, opened, entries }: TapedRun): Promise<PlayerStop> {
    const { sha256, utf8, witnesses, idle } = this.#ports;
    const { fork, until } = this.#options;
    this.#sessionId = fork?.journal.sessionId ?? opened.sessionId;
    const unmade = this.#takeUp(opened.before, row);
    if (unmade !== undefined) return { kind: "refused", refusal: unmade };
    const state = this.#state;
    const cursor = new TapeCursor(entries, sha256, () => state.step);
    const told = opened.ports;
    const rows = new ReplayedRows(cursor, { sha256, events: this.#events, until, fork: fork?.journal, told });
    const player = new TapePlayer(cursor, { sha256, idle, give: (given) => rows.give(given) });
    const source = { sha256, utf8, witnesses: fork?.witnesses ?? witnesses, sessionId: this.#sessionId };
    const made = replaySetting(opened, { player, rows }, source);
    if (!made.ok) return { kind: "differs", difference: { ...AT_FIRST, row, replayed: made.problem } };
    rows.run = new Run(made.setting, state);
    rows.onRow = () => player.pump();
    return Promise.race([cursor.stopped, live(rows.run, opened, rows)]);
  }

  /** What the session had come to before the run: what was made anew so far, or the rows that the tape brings. */
  #takeUp(before: TapedRun["opened"]["before"], row: number): ReplayRefusal | undefined {
    if (before !== undefined && before.length > 0) {
      if (this.#options.fork !== undefined) return { code: "no_beginning", row, message: NO_BEGINNING };
      // Read by the fold: a row that no run writes is refused there.
      this.#events = [...before] as unknown as SessionEvent[];
      this.#before = before.length;
    }
    try {
      this.#state = foldSession(this.#events.map(rowOf));
      return undefined;
    } catch (error) {
      if (!(error instanceof AgentError)) throw error;
      return { code: "unreadable", row, message: error.message };
    }
  }

  report(
    stop: PlayerStop,
    { runs, refusal }: { readonly runs: number; readonly refusal: ReplayRefusal | undefined },
  ): ReplayReport {
    const { sha256 } = this.#ports;
    const digests = this.#events.slice(this.#before).map((event) => digestOf(sha256, event));
    const facts = {
      runs,
      rows: digests.length,
      digest: digestIn(sha256, "tusk.replayed.v1", digests),
      isWhole: stop.kind === "ended" && refusal === undefined,
      isFromStart: this.#before === 0,
      standing: this.#standing(),
    };
    if (stop.kind === "differs") return { result: "differs", ...facts, difference: { run: runs, ...stop.difference } };
    const refused =
      stop.kind === "refused" ? stop.refusal : stop.kind === "until" ? undefined : this.#unfinished(refusal);
    return refused === undefined ? { result: "same", ...facts } : { result: "refused", ...facts, refusal: refused };
  }

  /** What is left to say where the cassette was played to its end. */
  #unfinished(refusal: ReplayRefusal | undefined): ReplayRefusal | undefined {
    const { until } = this.#options;
    if (refusal !== undefined || until === undefined) return refusal;
    const message = `step ${until} has no end in this cassette: it goes to step ${this.#state.step}`;
    return { code: "no_step", message };
  }

  #standing(): ReplayStanding {
    const { step, ended, history, budget } = this.#state;
    return {
      sessionId: this.#sessionId,
      steps: step,
      phase: ended?.phase ?? "Open",
      messages: history.length,
      ...(budget === undefined ? {} : { budgetLeft: budget.left }),
      lastRows: this.#events.slice(-LAST_ROWS).map((event) => ({
        kind: event.kind,
        ...("step" in event ? { step: event.step } : {}),
        digest: digestOf(this.#ports.sha256, event),
      })),
    };
  }
}

const NO_BEGINNING = "the beginning of this session was not recorded: it cannot be made anew under another name";
const AT_FIRST: Omit<ReplayDifference, "run" | "row" | "replayed"> = {
  step: 0,
  what: "bound its policies",
  path: "",
  recorded: "policies that can be bound",
};

/** The real loop, from the beginning of the run to its end. */
async function live(run: Run, { launch, input }: TapedRun["opened"], rows: ReplayedRows): Promise<PlayerStop> {
  try {
    if (launch === "start") await beginSession(run, input ?? "");
    else await resumeSession(run, input);
    const { phase, steps } = await agentLoop(run);
    return rows.finish(phase, steps);
  } catch {
    // What ends a run before its loop begins is a failure of it, recorded as such; where the player stopped it, that is what is told.
    return rows.finish("Failed", run.state.step);
  }
}

function rowOf(event: SessionEvent, seq: number): JournalRow {
  const at = "1970-01-01T00:00:00Z" as JournalRow["at"];
  return { seq, at, event: event as unknown as JournalRow["event"] };
}

function digestOf(sha256: Sha256, event: SessionEvent): Digest {
  return digestJson(sha256, event as unknown as Json);
}
