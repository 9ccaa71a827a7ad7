import type { WalkedJournal } from "#kernel";
import { now } from "#platform";
import type {
  ArtifactReads,
  Artifacts,
  ArtifactStore,
  Clock,
  ForkDraft,
  Handoffs,
  IssueReads,
  IssueStore,
  Journal,
  SessionReads,
  Trajectories,
  TrajectoryReads,
  WitnessStore,
} from "#ports";
import type { StoreOptions } from "./issues/store-options.ts";
import type { ArtifactPlaces } from "./handoffs/existing-artifacts.ts";
import type { JournalOptions } from "./journal/journal-options.ts";
import type { TrajectoryOptions, TrajectoryReadOptions } from "./artifacts/trajectory-options.ts";
import type { WitnessOptions } from "./witnesses/witness-options.ts";
import type { WorkerJournals } from "./workers/worker-journals.ts";

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

/** Whether a process holds a journal to write it: `held`, `free`, or `missing` where there is none. */
export async function journalHolder(path: string): Promise<"held" | "free" | "missing"> {
  return (await import("./journal/journal-holder.ts")).journalHolder(path);
}

export type { WorkerJournals } from "./workers/worker-journals.ts";
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

/** Session artifacts and feature ledgers in files, to be looked at only: no lock is loaded. */
export async function readArtifacts(): Promise<ArtifactReads> {
  const [{ sessionReads }, { ledgerReads }] = await Promise.all([
    import("./artifacts/session-reads.ts"),
    import("./artifacts/ledger-reads.ts"),
  ]);
  return { sessions: sessionReads, ledgers: ledgerReads };
}

/** The same to be written too: whole, and one writer at a time. */
export async function openArtifacts(clock: Clock): Promise<Artifacts> {
  const [{ sessionFiles }, { ledgerFiles }] = await Promise.all([
    import("./artifacts/session-file.ts"),
    import("./artifacts/ledger-file.ts"),
  ]);
  return { sessions: sessionFiles(clock), ledgers: ledgerFiles(clock) };
}

export type { ArtifactPlaces } from "./handoffs/existing-artifacts.ts";

/** The handoff packets of a state folder, which need not exist yet, and sight of what they rest on. */
export async function openHandoffs(places: ArtifactPlaces): Promise<Handoffs> {
  return (await import("./handoffs/file-handoffs.ts")).fileHandoffs(places);
}

/** The large results of a state folder, which need not exist yet. */
export async function openArtifactStore(stateFolder: string): Promise<ArtifactStore> {
  return new (await import("./handoffs/file-artifacts.ts")).FileArtifacts(stateFolder);
}

/** Trajectories in files, to be asked only. */
export async function readTrajectories(options: TrajectoryReadOptions = {}): Promise<TrajectoryReads> {
  return (await import("./artifacts/trajectory-reads.ts")).trajectoryReads(options);
}

/** The same to be appended to: durable, one writer at a time. */
export async function openTrajectories(options: TrajectoryOptions): Promise<Trajectories> {
  return (await import("./artifacts/trajectory-file.ts")).trajectoryFiles(options);
}

/** The journals of a state folder's workers, loaded when they are asked for. */
export async function workerJournals(stateFolder: string): Promise<WorkerJournals> {
  return new (await import("./workers/worker-journals.ts")).FileWorkerJournals(stateFolder);
}
