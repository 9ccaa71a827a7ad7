import { join } from "node:path";
import type { Clock, ForkDraft } from "#ports";
import { journalError } from "../journal/journal-error.ts";
import { memoryJournal } from "../journal/memory-journal.ts";
import { fileJournal } from "../journal/open-file-journal.ts";
import { FileWitnesses } from "../witnesses/file-witnesses.ts";
import { SESSIONS, WITNESSES } from "./session-places.ts";

/** A session of a state folder that is made anew, its witnesses beside those of all others. Its journal is written when it is kept, whole. */
export function forkDraft(stateFolder: string, sessionId: string, clock: Clock): ForkDraft {
  const path = join(stateFolder, SESSIONS, `${sessionId}.jsonl`);
  const witnesses = new FileWitnesses(join(stateFolder, WITNESSES), { sync: "always" });
  const journal = memoryJournal(sessionId, clock);
  return {
    witnesses,
    journal,
    async keep(): Promise<void> {
      const kept = await fileJournal({ path, sessionId, clock, sync: "always" });
      try {
        if (kept.opened.rows.length > 0) throw journalError("busy", `${path}: another session has this name by now`);
        for (const { event } of journal.rows) kept.append(event);
        await kept.settled();
      } finally {
        await kept.close();
      }
    },
  };
}
