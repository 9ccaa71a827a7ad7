import { setTimeout as after } from "node:timers/promises";
import { isGone, ownerName } from "#platform";
import { ancestorsOf, markedProcesses, signalAll } from "./process-tree.ts";

const ROUNDS = 5;
const ROUND_MS = 5;

/** The beginning of the marks of this process: it names us, so that whoever comes later can tell whether we still run. */
export function ownMark(): string {
  return `${ownerName()}_${process.hrtime.bigint().toString(36)}`;
}

/**
 * Ends the processes whose mark begins with the name of a process that runs no more (`ownMark`); says how many. One that we came of
 * ourselves is left alone, and so is what another process space owns.
 */
export async function endLeftMarked(variable: string): Promise<number> {
  const ours = new Set([process.pid, ...ancestorsOf(process.pid)]);
  const ended = new Set<number>();
  for (let round = 0; round < ROUNDS; round++) {
    const left = markedProcesses(variable).filter(({ pid, value }) => !ours.has(pid) && isLeft(value));
    // A process that is only waiting to be collected shows no environment.
    if (left.length === 0) break;
    const pids = left.map(({ pid }) => pid);
    for (const pid of pids) ended.add(pid);
    signalAll(pids, "SIGKILL");
    await after(ROUND_MS);
  }
  return ended.size;
}

function isLeft(value: string): boolean {
  const [owner = "", rest] = value.split("_");
  return rest !== undefined && owner.split(".").length === OWNER_PARTS && isGone(owner, 0);
}

const OWNER_PARTS = 4;
