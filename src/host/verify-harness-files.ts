import { auditLedger, type KeptEvidence } from "#kernel";
import { type ArtifactReads, PortError } from "#ports";
import type { HostPorts } from "./action.ts";
import { below, folderOf } from "./path-text.ts";
import { counted, type VerifiedThing, walkedThing } from "./verified-thing.ts";
import type { WorkerBook } from "./worker-book.ts";

const SESSION = "harness_session.json";
const LEDGER = "harness_feature_ledger.json";

/** What session artifacts and ledgers are held against. */
export interface HarnessFilesSight {
  readonly books: readonly WorkerBook[];
  readonly kept: KeptEvidence;
}

/** Reads the session artifacts of a state folder and of its workers, and its feature ledger; nothing is said of those that are not there (M14). */
export async function verifyHarnessFiles(
  stateFolder: string,
  { books, kept }: HarnessFilesSight,
  ports: HostPorts,
): Promise<readonly VerifiedThing[]> {
  const folders = [stateFolder, ...books.map(({ journal }) => folderOf(journal.path))];
  const sessions = folders.map((folder) => below(folder, SESSION)).filter((path) => ports.kindOf(path) !== "missing");
  const ledger = below(stateFolder, LEDGER);
  const hasLedger = ports.kindOf(ledger) !== "missing";
  if (sessions.length === 0 && !hasLedger) return [];
  const reads = await ports.readArtifacts();
  const things = sessions.map((path) => sessionThing(path, reads));
  return hasLedger ? [...things, ledgerThing(ledger, reads, { isClosedHere: closedBy(books), kept })] : things;
}

function sessionThing(path: string, { sessions }: ArtifactReads): VerifiedThing {
  return guarded("session artifact", path, () => {
    const { state, issueId } = sessions.load(path);
    return walkedThing(
      { thing: "session artifact", path, seen: issueId === undefined ? state : `${state}, ${issueId}` },
      undefined,
    );
  });
}

function ledgerThing(
  path: string,
  { ledgers }: ArtifactReads,
  ground: Parameters<typeof auditLedger>[1],
): VerifiedThing {
  return guarded("feature ledger", path, () => {
    const ledger = ledgers.load(path);
    const problem = auditLedger(ledger, ground);
    const thing = { thing: "feature ledger", path, seen: counted(ledger.features.length, "feature") } as const;
    return walkedThing(thing, problem === undefined ? undefined : { path, problem });
  });
}

function guarded(thing: VerifiedThing["thing"], path: string, look: () => VerifiedThing): VerifiedThing {
  try {
    return look();
  } catch (error) {
    if (!(error instanceof PortError)) throw error;
    return walkedThing({ thing, path, seen: "nothing can be read" }, { path, problem: error.message });
  }
}

/** Whether a worker's rows say that it closed an issue. */
function closedBy(books: readonly WorkerBook[]): (issueId: string) => boolean {
  const closed = new Set(
    books.flatMap(({ audit }) => audit.rows.flatMap(({ row }) => (row.kind === "step.closed" ? [row.issueId] : []))),
  );
  return (issueId) => closed.has(issueId);
}
