import { readFileSync } from "node:fs";
import { setTimeout as after } from "node:timers/promises";
import { isGone } from "../process-owner.ts";
import { OWNER_VARIABLE } from "./git-environment.ts";
import { repositoryError } from "./repository-error.ts";
import { isGit, processes, readOr } from "./stale-lock.ts";

const WAIT_MS = 60_000;
const STEP_MS = 10;

/** Waits until no git runs any more that a killed process of ours had started: it goes on without it, and would write under our hands. */
export async function waitForOrphans(): Promise<void> {
  const until = Date.now() + WAIT_MS;
  while (processes().some(isOrphan)) {
    if (Date.now() > until)
      throw repositoryError("busy", "a git whose worker was killed still runs; try again when it has ended");
    await after(STEP_MS);
  }
}

function isOrphan(pid: string): boolean {
  if (!isGit(pid)) return false;
  const environment = readOr(() => readFileSync(`/proc/${pid}/environ`, "latin1"), "");
  const owner = environment.split("\0").find((line) => line.startsWith(`${OWNER_VARIABLE}=`));
  return owner !== undefined && isGone(owner.slice(OWNER_VARIABLE.length + 1), 0);
}
