import { constants } from "node:os";
import type { CommandExit, SandboxCommand, SandboxNetwork, SandboxProfile, WorkOrder } from "#ports";
import { openSandbox } from "#tools";
import type { WorkEnd } from "./supervise-work.ts";
import type { WorkLog } from "./work-log.ts";

/** The walls that a command works behind. */
export interface WorkWalls {
  readonly profile: SandboxProfile;
  readonly network: SandboxNetwork;
}

/** What is run, and what bounds it. */
export interface WalledCommand {
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
  readonly graceMs: number;
  readonly limitMs: number | undefined;
  readonly log: WorkLog;
}

/** More output than this ends a command behind walls. */
const MOST_BYTES = 2 ** 30;
const LONGEST_MS = 2 ** 31 - 1;

/** Runs a command in the sandbox, with nothing of the person's environment but what it is told. Throws where the walls cannot be held. */
export async function runWalledCommand(
  { worktree, signal }: WorkOrder,
  { profile, network }: WorkWalls,
  { command, env, graceMs, limitMs = LONGEST_MS, log }: WalledCommand,
): Promise<WorkEnd> {
  const sandbox = await openSandbox({ root: worktree.path, profile, network, env });
  const onLine: SandboxCommand["onLine"] = (stream, line) => log.add(stream, Buffer.from(`${line}\n`));
  const limits = { softMs: limitMs, hardMs: graceMs, maxBytes: MOST_BYTES, headBytes: 0, tailBytes: 0 };
  try {
    const { exit } = await sandbox.run({ command, workdir: ".", limits, signal, onLine });
    return workEnd(exit);
  } finally {
    sandbox.close();
  }
}

function workEnd(exit: CommandExit): WorkEnd {
  switch (exit.kind) {
    case "exited":
      return { code: exit.code, signal: null, cause: undefined };
    case "signalled":
      return { code: null, signal: signalOf(exit.signal), cause: undefined };
    case "timed_out":
      return { code: exit.code ?? null, signal: exit.code === undefined ? "SIGKILL" : null, cause: "limit" };
    case "output_limit":
      return { code: null, signal: "SIGKILL", cause: "output" };
    case "aborted":
      return { code: null, signal: "SIGTERM", cause: "cancelled" };
    default:
      return exit satisfies never;
  }
}

function signalOf(name: string): NodeJS.Signals {
  // Earned: the system's own table has it.
  return Object.hasOwn(constants.signals, name) ? (name as NodeJS.Signals) : "SIGKILL";
}
