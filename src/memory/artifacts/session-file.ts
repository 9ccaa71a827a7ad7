import { loadIssueFile, sessionIssuesPath, snapshotRef, updateSession, writeHarnessSession } from "#kernel";
import { kindOf, readInput, sha256, utf8 } from "#platform";
import type { Clock, SessionArtifacts } from "#ports";
import { replaceArtifact } from "./replace-artifact.ts";
import { sessionReads } from "./session-reads.ts";

const WORDS = { artifact: "harness session artifact", folder: "harness session directory" };

/** Session artifacts in files (contract 2.1). */
export function sessionFiles(clock: Clock): SessionArtifacts {
  return {
    ...sessionReads,
    write: (path, change) =>
      replaceArtifact({
        path,
        words: WORDS,
        check: () => void sessionReads.read(path),
        change: () => {
          const issuesSnapshotRef = issuesRef(sessionIssuesPath(change));
          const session = updateSession(sessionReads.read(path), change, { now: clock.now(), issuesSnapshotRef });
          return { text: writeHarnessSession(session), value: session };
        },
      }),
  };
}

/** The digest of what the issues at a path say; null where there are none that can be read (contract 2.1). */
function issuesRef(path: string): string | null {
  if (kindOf(path) !== "file") return null;
  const input = readInput(path);
  const file = input.ok ? loadIssueFile(input.bytes, utf8, path) : undefined;
  return file?.ok === true ? snapshotRef(file.issues.values(), sha256) : null;
}
