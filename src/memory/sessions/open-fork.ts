import { join } from "node:path";
import type { Clock, ForkTarget } from "#ports";
import { fileJournal } from "../journal/open-file-journal.ts";
import { FileWitnesses } from "../witnesses/file-witnesses.ts";
import { SESSIONS, WITNESSES } from "./file-session-reads.ts";

/** Begins the journal of a session in a state folder, its witnesses beside those of all others. */
export async function forkTarget(stateFolder: string, sessionId: string, clock: Clock): Promise<ForkTarget> {
  const path = join(stateFolder, SESSIONS, `${sessionId}.jsonl`);
  const witnesses = new FileWitnesses(join(stateFolder, WITNESSES), { sync: "always" });
  return { witnesses, journal: await fileJournal({ path, sessionId, clock, sync: "always" }) };
}
