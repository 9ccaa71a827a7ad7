import { appendFileSync, existsSync, writeSync } from "node:fs";
import { join } from "node:path";
import { openFileJournal, readFileJournal } from "#memory";
import { now } from "#platform";
import type { Journal, JournalEvent, JournalRow } from "#ports";
import { checkLegalHistory } from "../../../src/testing/index.ts";
import { HANDED, INPUT, sceneAgent } from "./scene.ts";

/**
 * The scene in a process of its own: `<folder> <file of effects> <sync> <row kind | -> <n> <appended | settled>`. It begins the session or takes
 * it up, says every event on a line as it is told of it, and how it ended; each effect is a line of the file. It kills itself with -9
 * when the n-th row of the kind was appended, or when it is settled.
 */
const [folder = "", effects = "", sync = "never", kind = "-", nth = "1", when = "appended"] = process.argv.slice(2);
const SESSION = "s1";

function say(word: string, value: unknown = ""): void {
  writeSync(1, `${word} ${JSON.stringify(value)}\n`);
}

function die(): never {
  process.kill(process.pid, "SIGKILL");
  throw new Error("it is dead");
}

/** The journal of the session, which ends with the process where it was told to. */
function deadly(journal: Journal): Journal {
  let count = 0;
  let isDue = false;
  return {
    sessionId: journal.sessionId,
    opened: journal.opened,
    get isSettled() {
      return journal.isSettled;
    },
    get head() {
      return journal.head;
    },
    append(event: JournalEvent): JournalRow {
      const row = journal.append(event);
      if (event.kind === kind && ++count === Number(nth)) {
        if (when === "appended") die();
        isDue = true;
      }
      return row;
    },
    settled: () => journal.settled().then(() => void (isDue && die())),
    close: () => journal.close(),
  };
}

function pathOf(sessionId: string): string {
  return join(folder, `${sessionId}.jsonl`);
}

const rows = existsSync(pathOf(SESSION)) ? (await readFileJournal(pathOf(SESSION))).rows : [];
const kinds = new Set(rows.map(({ event }) => event.kind));
const scene = sceneAgent({
  hooks: {
    at: () => undefined,
    effect: (toolCallId, label) => appendFileSync(effects, `${JSON.stringify({ toolCallId, label })}\n`),
    wire: () => undefined,
    breakage: () => undefined,
    sent: ({ messages }) => {
      for (const broken of checkLegalHistory(messages)) say("illegal", broken);
      if (messages.at(-1)?.role === "assistant" || messages.length === 0) say("illegal", "nobody has spoken last");
    },
    hasBroken: rows.some(({ event }) => JSON.stringify(event).includes("the connection broke")),
  },
  clock: { now },
  journal: async (sessionId) => {
    const journal = await openFileJournal({
      path: pathOf(sessionId),
      sessionId,
      clock: { now },
      sync: sync === "always" ? "always" : "never",
    });
    if (sessionId !== SESSION) return journal;
    say("opened", journal.opened.healed);
    return deadly(journal);
  },
  sinks: [(event) => say("told", event)],
  toolMs: 2,
});

const run = kinds.has("session.started")
  ? scene.resume(SESSION, kinds.has("input.given") ? { handoffIn: HANDED } : { handoffIn: HANDED, input: INPUT })
  : scene.start(INPUT, { sessionId: SESSION, handoffIn: HANDED });
const result = await run.result;
for (const broken of checkLegalHistory(result.finalMessages)) say("illegal", broken);
say("ended", { phase: result.phase, error: result.phase === "Failed" ? result.error.message : undefined });
