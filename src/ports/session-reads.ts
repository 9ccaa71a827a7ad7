import type { WalkedJournal } from "#kernel";
import type { WitnessCheck, WitnessStore } from "./witness-store.ts";

/** The journal of one session, and where it is. */
export interface SessionJournal {
  readonly sessionId: string;
  readonly path: string;
}

/** The journal of one worker; its session's name is `worker:<worker>`. */
export interface WorkerJournal extends SessionJournal {
  readonly workerId: string;
}

/** A file among the journals that is not what its name says, or nobody's. */
export interface StrayFile {
  readonly path: string;
  readonly problem: string;
}

/** The sessions of a state folder, to be looked at only: no lock is taken and nothing is changed. */
export interface SessionReads {
  /** Every journal there is, by session in byte order; none where there is no folder. */
  list(): readonly SessionJournal[];
  /** A journal as far as it holds. Throws `PortError` where it cannot be read at all. */
  read(journal: SessionJournal): WalkedJournal;
  /** Every worker's journal, by worker in byte order. */
  workers(): readonly WorkerJournal[];
  /** What lies among the journals and should not: bytes put aside that were changed, and files that are no session's. */
  strays(): readonly StrayFile[];
  /** Every cassette there is, by session in byte order. */
  cassettes(): readonly SessionJournal[];
  readonly witnesses: WitnessStore;
  /** Handoff packets and large results, every one read: how many there are, and the first that is not what its name says. */
  kept(): readonly KeptFiles[];
}

/** Files that are named by the digest of their content, looked at. */
export interface KeptFiles extends WitnessCheck {
  readonly thing: "handoffs" | "artifacts";
  readonly path: string;
}
