import { walkJournal, type WalkedJournal } from "#kernel";
import { sha256, utf8 } from "#platform";
import { readJournalBytes } from "./journal-file.ts";

/** A journal as it stands on the disk, walked from its first row. Takes no lock and changes nothing: a live writer's last row may look torn. */
export function readJournal(path: string): WalkedJournal {
  return walkJournal(readJournalBytes(path), { utf8, sha256 });
}
