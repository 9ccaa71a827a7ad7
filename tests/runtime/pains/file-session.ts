import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { now } from "#platform";
import { agent, type AgentOptions, type AgentRun, openFileJournal, type ResumeOptions } from "../../../src/index.ts";
import { readFileJournal } from "#memory";
import type { JournalRow } from "#ports";
import { type Script, scriptedModel } from "../../../src/testing/index.ts";
import { ROOT } from "../../support/root.ts";

/** Rules that ask about `pay`. */
export const askRules = {
  schema: 1,
  kind: "tusk.permissions.v1",
  id: "paying",
  rules: [{ id: "pay.ask", effect: "ask", why: "money moves", tools: ["pay"] }],
} as const;

/** A session in a real file, taken up in this process as often as a test likes. */
export interface FileSession {
  readonly path: string;
  readonly model: ReturnType<typeof scriptedModel>;
  readonly start: (input?: string) => AgentRun<string>;
  readonly resume: (options?: ResumeOptions) => AgentRun<string>;
  /** The rows as they stand on the disk. */
  readonly rows: () => Promise<readonly JournalRow[]>;
}

/** The session `s-1` of a folder. */
export function fileSession(folder: string, script: Script, options: Partial<AgentOptions> = {}): FileSession {
  const path = join(folder, "s-1.jsonl");
  const model = scriptedModel(script);
  const made = agent({
    model,
    budget: 50,
    journal: (sessionId) => openFileJournal({ path, sessionId, clock: { now }, sync: "never" }),
    ...options,
  });
  return {
    path,
    model,
    start: (input = "go") => made.start(input, { sessionId: "s-1" }),
    resume: (resume = {}) => made.resume("s-1", resume),
    rows: async () => (await readFileJournal(path)).rows,
  };
}

/** A process that plays `child.ts`. */
export interface Child {
  readonly process: ChildProcess;
  /** Resolves when it has said a line that begins like this, so many times. */
  readonly said: (start: string, times?: number) => Promise<void>;
  readonly lines: () => readonly string[];
  /** Kills it with -9, and waits until it is gone. */
  readonly kill: () => Promise<void>;
  readonly ended: Promise<void>;
}

/** Starts one; `before` are words in front of it, such as limits. */
export function startChild(folder: string, what: string, before: readonly string[] = []): Child {
  const play = [process.execPath, join(ROOT, "tests/runtime/pains/child.ts"), folder, what];
  const [file = "", ...words] = before.concat(play);
  const child = spawn(file, words, { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  const waiting = new Set<() => void>();
  child.stdout.on("data", (chunk: Buffer) => {
    text += chunk.toString();
    for (const look of waiting) look();
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const lines = (): readonly string[] => text.split("\n").slice(0, -1);
  return {
    process: child,
    ended,
    lines,
    said: (start, times = 1) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (lines().filter((line) => line.startsWith(start)).length < times) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        void ended.then(() =>
          waiting.has(look) ? reject(new Error(`it ended before it said ${start}: ${text.slice(-500)}`)) : undefined,
        );
        look();
      }),
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
