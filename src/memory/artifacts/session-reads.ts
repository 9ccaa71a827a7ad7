import { bootstrapOf, type HarnessSession, readHarnessSession } from "#kernel";
import { utf8 } from "#platform";
import type { SessionArtifactReads } from "#ports";
import { artifactError } from "./artifact-error.ts";
import { nextOf } from "./ledger-reads.ts";
import { isAbsent, readArtifact } from "./read-artifact.ts";

/** Session artifacts in files, to be looked at (contract 2.2, 2.3). */
export const sessionReads: SessionArtifactReads = {
  read: (path) => (isAbsent(path) ? undefined : load(path)),
  load,
  bootstrap(path, featureLedger) {
    const session = load(path);
    const choice = nextOf(featureLedger);
    if (choice?.ok === false)
      throw artifactError(choice.code, `failed to project harness feature ledger ${featureLedger}: ${choice.reason}`);
    return bootstrapOf(session, { sessionRef: path, featureLedgerRef: featureLedger, next: choice?.next });
  },
};

function load(path: string): HarnessSession {
  const read = readArtifact(path);
  if (!read.ok) throw artifactError(read.code, `failed to read harness session artifact ${path}: ${read.reason}`);
  const reading = readHarnessSession(read.bytes, utf8, path);
  if (!reading.ok) throw artifactError("invalid", reading.message);
  return reading.session;
}
