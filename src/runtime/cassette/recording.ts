import { type JsonObject, keepsContent, type TapeOpened } from "#kernel";
import type { Journal, JournalRow } from "#ports";
import type { RunSetting } from "../run-setting.ts";
import { firstDifference } from "./first-difference.ts";
import { recordingSetting } from "./recording-setting.ts";
import { TapeRecorder } from "./tape-recorder.ts";

/** How a recorded run begins. */
export interface Beginning {
  readonly launch: "start" | "resume";
  readonly input: string | undefined;
}

/** The recording of one run, from its first row to its end. A tape may hold the runs of a session one behind the other. */
export class Recording {
  /** What the run is made of, everything that it takes recorded. */
  readonly setting: RunSetting;
  readonly #tape: Journal;
  readonly #recorder: TapeRecorder;
  #isEnded = false;
  private constructor(setting: RunSetting, tape: Journal, beginning: Beginning) {
    const { sha256, policies } = setting;
    this.#tape = tape;
    this.#recorder = new TapeRecorder(tape, { sha256, keeps: keepsContent(policies.values) ? "data" : "digests" });
    this.#recorder.put(openedEntry(setting, beginning, tape));
    this.setting = recordingSetting(setting, this.#recorder);
  }

  /** Writes what the run is made of. A tape that does not take that is closed again. */
  static async begin(setting: RunSetting, tape: Journal, beginning: Beginning): Promise<Recording> {
    try {
      return new Recording(setting, tape, beginning);
    } catch (error) {
      await tape.close().catch(() => undefined);
      throw error;
    }
  }

  /** The end of the run is the last row. Rejects when something of the recording was lost; a second time it does nothing. */
  async end(phase: "Completed" | "Failed" | "Interrupted", steps: number): Promise<void> {
    if (this.#isEnded) return;
    this.#isEnded = true;
    try {
      this.#recorder.put({ kind: "tape.ended", phase, steps });
    } finally {
      await this.#tape.close();
    }
  }
}

function openedEntry(setting: RunSetting, { launch, input }: Beginning, tape: Journal): TapeOpened {
  const { sessionId, correlationId, parent, policies, toolValues, terms, desk, guards, views, journal } = setting;
  const before = eventsOf(journal.opened.rows);
  return {
    kind: "tape.opened",
    launch,
    sessionId,
    correlationId,
    ...(parent === undefined ? {} : { parent }),
    ...(input === undefined ? {} : { input }),
    ...(setting.handoffIn === undefined ? {} : { handoffIn: setting.handoffIn }),
    spec: policies.values,
    values: toolValues,
    terms,
    tools: desk.tools.map(({ name, description, schema, examples }) => ({ name, description, schema, examples })),
    guards: guards.map(({ id, stage }) => ({ id, stage })),
    views: views.map((each) => ({ viewId: each.viewId, isRendered: each.render !== undefined })),
    ports: {
      streams: setting.model.stream !== undefined,
      permissions: setting.permissions !== undefined,
      checkpoint: setting.checkpoint !== undefined,
      witnesses: setting.witnesses !== undefined,
      evidence: setting.evidence,
      ...(setting.intends === undefined ? {} : { intends: true }),
    },
    ...(isSame(before, tapedEvents(tape.opened.rows)) ? {} : { before }),
  };
}

/** The rows of a session that runs recorded before wrote. */
function tapedEvents(rows: readonly JournalRow[]): readonly JsonObject[] {
  return rows.flatMap(({ event }) =>
    event.kind === "tape.row" || event.kind === "tape.given" ? [event["event"] as JsonObject] : [],
  );
}

function eventsOf(rows: readonly JournalRow[]): readonly JsonObject[] {
  return rows.flatMap(({ event }) => (event.kind.startsWith("journal.") ? [] : [event]));
}

function isSame(events: readonly JsonObject[], others: readonly JsonObject[]): boolean {
  return events.length === others.length && firstDifference([...events], [...others]) === undefined;
}
