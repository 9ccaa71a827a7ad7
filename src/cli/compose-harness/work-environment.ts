import type { WorkOrder } from "#ports";

/** The files that a command of ours is told of. */
export interface WorkPlaces {
  readonly issuesPath: string;
  /** The worker's own session artifact. */
  readonly sessionPath: string;
}

/** A text of the environment has to fit beside all the others; the file holds all of it. */
const MOST_CHARS = 16_000;

/** What a command is told of its issue (contract 3.1). Inside of it nothing is changed on its own word (`TUSK_AGENT_RUN`). */
export function workEnvironment(
  { workerId, issueId, title, brief, round }: WorkOrder,
  { issuesPath, sessionPath }: WorkPlaces,
  issueFile: string,
): Readonly<Record<string, string>> {
  return {
    PREMATH_ACTIVE_ISSUE_ID: issueId,
    PREMATH_ISSUE_ID: issueId,
    PREMATH_ISSUES_PATH: issuesPath,
    PREMATH_WORKER_ID: workerId,
    PREMATH_HARNESS_SESSION_PATH: sessionPath,
    TUSK_AGENT_RUN: "1",
    TUSK_ISSUE_TITLE: sayable(title),
    TUSK_ISSUE_BRIEF: sayable(brief),
    TUSK_ISSUE_FILE: issueFile,
    TUSK_WORK_ROUND: String(round),
  };
}

/** What an environment can hold: no more than the bound, no NUL, no half of a character. */
function sayable(text: string): string {
  return text.slice(0, MOST_CHARS).replaceAll("\0", "").toWellFormed();
}
