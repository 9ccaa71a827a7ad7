import { readdirSync } from "node:fs";
import { join } from "node:path";
import { journalHolder } from "#memory";
import { type Child, type ChildExit, issueToken, startChild } from "#platform";
import {
  PortError,
  type WorkerNews,
  type WorkerOrder,
  type WorkerProcess,
  type WorkerProcesses,
  type WorkerStanding,
} from "#ports";
import { hearLines } from "./output-lines.ts";

/** How workers are started. */
export interface WorkerOptions {
  /** The words that start the program, absolute. */
  readonly program: readonly string[];
  /** What follows `worker`, beside its name and its issue. */
  readonly flags: readonly string[];
  readonly cwd: string;
  readonly stateFolder: string;
}

/** Somebody that a worker has started may hold its pipes after its end: no longer than this is waited for them. */
const PIPES_MS = 1000;
/** How much of a line on standard error is kept. */
const LAST_WORDS = 400;

/** What is in every line that tells of a step. */
const ROW = '"tusk.harness.row.v1"';
/** The exit code of a worker that would not, or could not. */
const REFUSED = 1;
const WORKER_NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;
const STANDINGS = { held: "live", free: "gone", missing: "unknown" } as const satisfies Record<string, WorkerStanding>;

/**
 * Workers as processes of this machine. Each leads a process group of its own, so that a Ctrl-C reaches only us, and reads a pipe that
 * ends with us: it then hands off and ends (`--parent-pipe`).
 */
export function workerProcesses(options: WorkerOptions): WorkerProcesses {
  const { stateFolder } = options;
  return {
    start: (order, hear) => start(options, order, hear),
    standingOf: (workerId) => standingOf(stateFolder, workerId),
    begun: async (issueIds) => {
      const tokens = new Set(namesIn(join(stateFolder, "worktrees")));
      return new Set(issueIds.filter((issueId) => tokens.has(issueToken(issueId))));
    },
  };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    // Nobody has begun anything yet.
    if (error instanceof Error && "code" in error) return [];
    throw error;
  }
}

async function standingOf(stateFolder: string, workerId: string): Promise<WorkerStanding> {
  // Whoever holds a lease may be called anything: what is no name of a folder is no worker of ours.
  if (!WORKER_NAME.test(workerId)) return "unknown";
  return STANDINGS[await journalHolder(join(stateFolder, "workers", workerId, "journal.jsonl"))];
}

async function start(
  options: WorkerOptions,
  order: WorkerOrder,
  hear: (news: WorkerNews) => void,
): Promise<WorkerProcess> {
  const child = await started(options, order);
  void follow(child, hear, () => standingOf(options.stateFolder, order.workerId));
  return {
    pid: child.pid,
    end: (how) => {
      if (how === "stop") child.kill("SIGTERM");
      else killGroup(child);
    },
  };
}

async function started({ program, flags, cwd }: WorkerOptions, { workerId, issueId }: WorkerOrder): Promise<Child> {
  const [file, ...words] = program;
  if (file === undefined)
    throw new PortError("workers", "not_installed", "the program that starts workers is not installed");
  const own = ["--worker-id", workerId, "--issue", issueId, "--json", "--parent-pipe"];
  const argv = [...words, "worker", ...own, ...flags];
  try {
    return await startChild({ program: file, argv, cwd, env: process.env, stdin: "pipe", detached: true });
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    throw new PortError("workers", "not_started", `${workerId} cannot be started: ${error.message}`, { cause: error });
  }
}

/** Tells the lines of a worker, and behind them its end. */
async function follow(
  child: Child,
  hear: (news: WorkerNews) => void,
  standing: () => Promise<WorkerStanding>,
): Promise<void> {
  let [lastWords, hasSpoken]: [string, boolean] = ["", false];
  // It is never written; a worker that has ended breaks it.
  child.stdin?.on("error", () => undefined);
  const said = (text: string): void => {
    hasSpoken ||= text.includes(ROW);
    hear({ kind: "line", text });
  };
  const warned = (text: string): void => {
    // What begins so says why; what comes behind it is advice.
    if (text.trim() !== "" && (text.startsWith("error:") || !lastWords.startsWith("error:")))
      lastWords = text.slice(0, LAST_WORDS);
  };
  const streams = [linesOf(child.stdout, said), linesOf(child.stderr, warned)];
  const { code, signal } = await ended(child, streams);
  const isBusy = code === REFUSED && !hasSpoken && (await standing()) === "live";
  hear({ kind: "ended", exit: code ?? undefined, signal: signal ?? undefined, lastWords, isBusy });
}

function linesOf(stream: Child["stdout"], hear: (line: string) => void): Promise<void> {
  return stream === undefined ? Promise.resolve() : hearLines(stream, hear);
}

async function ended(child: Child, streams: readonly Promise<void>[]): Promise<ChildExit> {
  const exit = await child.exit;
  const giveUp = setTimeout(() => {
    child.stdout?.destroy();
    child.stderr?.destroy();
  }, PIPES_MS);
  await Promise.all(streams);
  clearTimeout(giveUp);
  child.stdin?.destroy();
  return exit;
}

/** The worker and whatever it has started in its own group. */
function killGroup(child: Child): void {
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch (error) {
    // It has ended already.
    if (!(error instanceof Error && "code" in error)) throw error;
  }
  child.kill("SIGKILL");
}
