import { sealedRow, type SessionEvent, type Sha256 } from "#kernel";
import type { Journal, JournalEvent } from "#ports";

/** The same journal where no content may be kept: digests of rows are written, whatever the run records (DESIGN 21). */
export function sealingJournal(journal: Journal, sha256: Sha256): Journal {
  return {
    sessionId: journal.sessionId,
    opened: journal.opened,
    append(event) {
      // A run records rows of sessions only.
      const sealed = sealedRow(event as unknown as SessionEvent, sha256);
      return journal.append(sealed as unknown as JournalEvent);
    },
    get isSettled(): boolean {
      return journal.isSettled;
    },
    settled: () => journal.settled(),
    get head() {
      return journal.head;
    },
    close: () => journal.close(),
  };
}
