import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readFileJournal } from "#memory";
import type { AgentEvent, JournalRow } from "#ports";
import { type Effect, isInRows, sessionProblems } from "./check-session.ts";

/** How one process of a session is to end: by itself at a row, or by us after so many milliseconds. */
export interface Kill {
  readonly row?: { readonly kind: string; readonly nth: number; readonly when: "appended" | "settled" };
  readonly afterMs?: number;
  /** Whether its rows are forced to the disk; not unless it is said. */
  readonly sync?: "always" | "never";
}

const MOST_PROCESSES = 100;

/** One session of the scene, run by one process after another, and whatever is wrong with it. */
export class KilledSession {
  readonly #child: string;
  readonly #folder: string;
  readonly #effects: string;
  readonly problems: string[] = [];
  kills = 0;
  processes = 0;
  /** How many openings had something to mend. */
  healed = 0;
  isOver = false;

  /** `effects`: the file in which tools leave their effects; in the folder unless it is given. */
  constructor(child: string, folder: string, effects: string = join(folder, "effects")) {
    this.#child = child;
    this.#folder = folder;
    this.#effects = effects;
  }

  get journalPath(): string {
    return join(this.#folder, "s1.jsonl");
  }

  /** Runs one process to its end, whoever makes it; everything that it was told stands in the journal afterwards. */
  async run({ row, afterMs, sync = "never" }: Kill = {}): Promise<void> {
    this.processes += 1;
    const at = row === undefined ? ["-", "1", "appended"] : [row.kind, `${row.nth}`, row.when];
    const words = [this.#child, this.#folder, this.#effects, sync, ...at];
    const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "pipe"] });
    const { lines, stderr, signal } = await spoken(child, afterMs);
    if (signal === "SIGKILL") this.kills += 1;
    else if (stderr !== "") this.problems.push(stderr);
    this.#heed(lines, signal === "SIGKILL");
    const { rows } = await readFileJournal(this.journalPath);
    for (const event of lines.flatMap(({ word, value }) => (word === "told" ? [value as AgentEvent] : [])))
      if (!isInRows(event, rows)) this.problems.push(`told, and lost: ${JSON.stringify(event)}`);
  }

  /** Takes it up in one process after another until one completes, and says what is wrong with what it came to. */
  async complete(): Promise<readonly string[]> {
    while (!this.isOver && this.processes < MOST_PROCESSES && this.problems.length === 0) await this.run();
    const { rows, damage, mends } = await readFileJournal(this.journalPath);
    if (damage !== undefined) this.problems.push(`line ${damage.line} at byte ${damage.offset}: ${damage.problem}`);
    if (mends.length > 0) this.problems.push(`a journal that was closed has to be mended: ${JSON.stringify(mends)}`);
    this.problems.push(...sessionProblems(sessionRows(rows), this.effects));
    return this.problems;
  }

  get effects(): readonly Effect[] {
    if (!existsSync(this.#effects)) return [];
    return readFileSync(this.#effects, "utf8")
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Effect);
  }

  #heed(lines: readonly Line[], wasKilled: boolean): void {
    for (const { word, value } of lines) {
      if (word === "illegal") this.problems.push(`illegal: ${JSON.stringify(value)}`);
      if (word === "opened" && (value as readonly string[]).length > 0) this.healed += 1;
      if (word === "ended") this.#end(value as { phase: string; error?: string });
    }
    if (!wasKilled && !lines.some(({ word }) => word === "ended")) this.problems.push("a process ended without a word");
  }

  #end({ phase, error }: { readonly phase: string; readonly error?: string }): void {
    this.isOver = phase === "Completed" || error?.includes("it is completed") === true;
    if (!this.isOver) this.problems.push(`it ended as ${phase}: ${error}`);
  }
}

/** The rows that are the session's. */
export function sessionRows(rows: readonly JournalRow[]): readonly JournalRow[] {
  return rows.filter(({ event }) => !event.kind.startsWith("journal."));
}

interface Line {
  readonly word: string;
  readonly value: unknown;
}

interface Spoken {
  readonly lines: readonly Line[];
  readonly stderr: string;
  readonly signal: NodeJS.Signals | null;
}

/** What a process says until it ends. It is killed so long after it has the journal: before that nothing of ours has happened. */
function spoken(child: ChildProcess, afterMs: number | undefined): Promise<Spoken> {
  let stdout = "";
  let stderr = "";
  let timer: NodeJS.Timeout | undefined;
  child.stdout?.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
    if (afterMs !== undefined && timer === undefined && stdout.startsWith("opened"))
      timer = setTimeout(() => child.kill("SIGKILL"), afterMs);
  });
  child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (_code, signal) => {
      clearTimeout(timer);
      // A line that the kill cut was heard by nobody.
      const lines = stdout.split("\n").slice(0, -1).map(lineOf);
      resolve({ lines, stderr, signal });
    });
  });
}

function lineOf(line: string): Line {
  const at = line.indexOf(" ");
  return { word: line.slice(0, at), value: JSON.parse(line.slice(at + 1)) as unknown };
}
