import type { WalkedJournal } from "#kernel";
import { now } from "#platform";
import type { Clock, ForkDraft, IssueReads, IssueStore, Journal, SessionReads, WitnessStore } from "#ports";
import type { StoreOptions } from "./issues/store-options.ts";
import type { JournalOptions } from "./journal/journal-options.ts";
import type { WitnessOptions } from "./witnesses/witness-options.ts";

export type { CommitPoint, StoreOptions } from "./issues/store-options.ts";

/** The issue memory of a file, loaded when it is asked for: a command that has no issues pays nothing. */
export async function openIssueStore(path: string, options: StoreOptions): Promise<IssueStore> {
  return (await import("./issues/file-issue-store.ts")).fileIssueStore(path, options);
}

/** The same, to be read only: a list does not pay for what a change needs, unless an index of a large file has to be brought up first. */
export async function openIssueReads(path: string, options: StoreOptions): Promise<IssueReads> {
  const { fileIssueReads, isIndexWanted } = await import("./issues/file-issue-reads.ts");
  if (isIndexWanted(path)) (await import("./issues/bring-up-index.ts")).bringUpIndex(path, options);
  return fileIssueReads(path, options);
}

export type { JournalOptions, JournalSync } from "./journal/journal-options.ts";
export { memoryJournal, type MemoryJournal } from "./journal/memory-journal.ts";

/** The journal of a session in a file, held by this process until it is closed: opened, healed where a crash damaged it, or refused. */
export async function openFileJournal(options: JournalOptions): Promise<Journal> {
  const { clock = { now }, sync = "always" } = options;
  return (await import("./journal/open-file-journal.ts")).fileJournal({ ...options, clock, sync });
}

/** The same to be looked at only: no lock, nothing changed, and of a damaged one the rows that hold. */
export async function readFileJournal(path: string): Promise<WalkedJournal> {
  return (await import("./journal/read-file-journal.ts")).readJournal(path);
}

export type { WitnessOptions } from "./witnesses/witness-options.ts";
export { memoryWitnesses } from "./witnesses/memory-witnesses.ts";

/** The witnesses of a folder, which need not exist yet. */
export async function openWitnesses(folder: string, options: WitnessOptions): Promise<WitnessStore> {
  return new (await import("./witnesses/file-witnesses.ts")).FileWitnesses(folder, options);
}

/** The sessions of a state folder with their witnesses, to be looked at only. */
export async function readSessions(stateFolder: string): Promise<SessionReads> {
  return new (await import("./sessions/file-session-reads.ts")).FileSessionReads(stateFolder);
}

/** A session of a state folder that is made anew from a cassette; its journal is written when it is kept. */
export async function openFork(stateFolder: string, sessionId: string, clock: Clock): Promise<ForkDraft> {
  return (await import("./sessions/open-fork.ts")).forkDraft(stateFolder, sessionId, clock);
}
