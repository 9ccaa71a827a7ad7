import { writeFileSync } from "node:fs";
import { constants } from "node:os";
import { basename, join } from "node:path";
import { failureClassesIn } from "#kernel";
import { osErrorText, startChild, utf8 } from "#platform";
import { PortError, type Work, type Worked, type WorkOrder } from "#ports";
import { endLeftMarked, ownMark, type ProcessWatch, watchProcesses } from "#tools";
import { superviseWork, type WorkEnd } from "./supervise-work.ts";
import { runWalledCommand, type WorkWalls } from "./walled-command.ts";
import { workBrief } from "./work-brief.ts";
import { workEnvironment, type WorkPlaces } from "./work-environment.ts";
import { WorkLog } from "./work-log.ts";

/** Any command as whoever works. */
export interface CommandWorkOptions extends WorkPlaces {
  /** What `sh -lc` runs in the worktree. */
  readonly command: string;
  /** The folder of this worker in the state folder (`workers/<worker>`), by its absolute path: logs are kept in `logs` of it. */
  readonly workerFolder: string;
  /** The walls that it works behind; without them there are none: other agents need their home and the network. */
  readonly walls?: WorkWalls;
  /** How long it may take to clear up once it was told to end. */
  readonly graceMs?: number;
  /** How long it may take at all; without it as long as it wants. */
  readonly limitMs?: number;
  /** How much of the output is written as it comes; of what is more the end is kept. */
  readonly logBytes?: number;
  /** Told where the output goes, before the command begins. */
  readonly onLog?: (path: string) => void;
}

/** By this every process of a command is known. It names us, so that a later start can tell what outlived us. */
const MARK = "TUSK_WORK";
const SHELL = "/bin/sh";
const GRACE_MS = 10_000;

/**
 * Any command does the work (M12, contract 3.1): outside of the sandbox and in the person's own environment, unless it is given walls. Nothing
 * of it runs when `work` resolves; when we are killed it is ended with us, and what slips away from that by the next start.
 */
export function commandWork(options: CommandWorkOptions): Work {
  let watch: Promise<ProcessWatch> | undefined;
  const run = async (order: WorkOrder, log: WorkLog): Promise<WorkEnd> => {
    if (options.walls !== undefined) return runWalled(order, options, log, options.walls);
    watch ??= watchProcesses({ variable: MARK, run: ownMark() });
    return runBare(order, options, { log, mark: (await watch).mark() });
  };
  return {
    kind: "command",
    async work(order) {
      if (order.signal.aborted) return interrupted("it was called off before it began");
      await endLeftMarked(MARK);
      const log = openLog(order, options);
      options.onLog?.(log.path);
      try {
        return workedBy(await run(order, log), log);
      } catch (error) {
        log.close();
        throw notStarted(error) ?? error;
      }
    },
    async close() {
      await (await watch)?.close();
      watch = undefined;
    },
  };
}

/** What the system says to a start that it does not allow. Walls that cannot be held say so themselves. */
function notStarted(error: unknown): PortError | undefined {
  if (error instanceof PortError || !(error instanceof Error && "code" in error)) return undefined;
  const message = `the work command cannot be started: ${osErrorText(error)}`;
  return new PortError("work", "not_started", message, { cause: error });
}

async function runBare(
  order: WorkOrder,
  options: CommandWorkOptions,
  { log, mark }: { readonly log: WorkLog; readonly mark: ReturnType<ProcessWatch["mark"]> },
): Promise<WorkEnd> {
  const { command, graceMs = GRACE_MS, limitMs } = options;
  const env = { ...process.env, ...workEnvironment(order, options, log.issueFile), ...mark.env };
  const argv = ["-lc", "--", command];
  const child = await startChild({ program: SHELL, argv, cwd: order.worktree.path, env, detached: true });
  child.stdout?.on("data", (bytes: Buffer) => log.add("stdout", bytes));
  child.stderr?.on("data", (bytes: Buffer) => log.add("stderr", bytes));
  return superviseWork({ child, mark: mark.text, signal: order.signal, graceMs, limitMs });
}

function runWalled(order: WorkOrder, options: CommandWorkOptions, log: WorkLog, walls: WorkWalls): Promise<WorkEnd> {
  const { command, graceMs = GRACE_MS, limitMs } = options;
  const env = workEnvironment(order, options, log.issueFile);
  return runWalledCommand(order, walls, { command, env, graceMs, limitMs, log });
}

/** The log and, beside it, everything that is known of the issue. */
function openLog(order: WorkOrder, { workerFolder, logBytes }: CommandWorkOptions): WorkLog {
  const folder = join(workerFolder, "logs");
  try {
    // The worktree's folder has the issue's name as files can have it.
    const log = WorkLog.open({ folder, token: basename(order.worktree.path) }, logBytes);
    writeFileSync(log.issueFile, workBrief(order), { mode: 0o600 });
    return log;
  } catch (error) {
    throw new PortError("work", "no_log", `no log can be written in ${folder}: ${osErrorText(error)}`, {
      cause: error,
    });
  }
}

function workedBy({ cause, code, signal }: WorkEnd, log: WorkLog): Worked {
  const tails = log.close();
  const exit = code ?? SIGNALLED + (signal === null ? 0 : constants.signals[signal]);
  const summary = `${HOW[cause ?? "itself"]} (exit ${exit}); its output: ${log.path}${unwritten(log)}`;
  if (cause === "cancelled") return { ...interrupted(summary), exit };
  if (cause === undefined && exit === 0) return { outcome: "done", exit, summary, failureClasses: [] };
  const failureClasses = failureClassesIn(tails, utf8);
  return { outcome: cause === undefined ? "failed" : "exhausted", exit, summary, failureClasses };
}

/** As a shell counts the end by a signal. */
const SIGNALLED = 128;

const HOW: Readonly<Record<NonNullable<WorkEnd["cause"]> | "itself", string>> = {
  itself: "the command ended",
  cancelled: "the command was called off",
  limit: "the command took longer than it may and was ended",
  output: "the command printed more than it may and was ended",
};

function unwritten({ problem }: WorkLog): string {
  return problem === undefined ? "" : ` (not all of it could be written: ${problem})`;
}

function interrupted(summary: string): Worked {
  return { outcome: "interrupted", summary, failureClasses: [] };
}
