import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { byCodePoint, type WalkedJournal } from "#kernel";
import { digestBytes } from "#platform";
import type { KeptFiles, SessionJournal, SessionReads, StrayFile, WitnessStore, WorkerJournal } from "#ports";
import { guardIo } from "../journal/journal-error.ts";
import { readJournalBytes } from "../journal/journal-file.ts";
import { readJournal } from "../journal/read-file-journal.ts";
import { keptFiles } from "../handoffs/kept-files.ts";
import { FileWitnesses } from "../witnesses/file-witnesses.ts";
import { SESSIONS, WITNESSES, WORKER_JOURNAL, WORKERS } from "./session-places.ts";

const JOURNAL = ".jsonl";
/** What a writer leaves beside its journal: its lock, and a file that a killed healer had begun. */
const BESIDE = /\.jsonl\.(?:lock(?:-\w+)?|healing)$/;
const QUARANTINE = /\.jsonl\.quarantine-([0-9a-f]+)$/;

const CASSETTES = "cassettes";

/** The sessions in files of a state folder, `sessions/<session>.jsonl`, their witnesses beside in `witnesses/`. */
export class FileSessionReads implements SessionReads {
  readonly witnesses: WitnessStore;
  readonly #folder: string;
  readonly #cassettes: string;
  readonly #workers: string;
  readonly #stateFolder: string;
  constructor(stateFolder: string) {
    this.#stateFolder = stateFolder;
    this.#folder = join(stateFolder, SESSIONS);
    this.#cassettes = join(stateFolder, CASSETTES);
    this.#workers = join(stateFolder, WORKERS);
    this.witnesses = new FileWitnesses(join(stateFolder, WITNESSES), { sync: "never" });
  }

  list(): readonly SessionJournal[] {
    return journalsIn(this.#folder);
  }

  cassettes(): readonly SessionJournal[] {
    return journalsIn(this.#cassettes);
  }

  read({ path }: SessionJournal): WalkedJournal {
    return readJournal(path);
  }

  workers(): readonly WorkerJournal[] {
    return namesIn(this.#workers).flatMap((workerId) => {
      const path = join(this.#workers, workerId, WORKER_JOURNAL);
      return existsSync(path) ? [{ workerId, sessionId: `worker:${workerId}`, path }] : [];
    });
  }

  kept(): readonly KeptFiles[] {
    return keptFiles(this.#stateFolder);
  }

  strays(): readonly StrayFile[] {
    const workers = this.workers().map(({ path }) => dirname(path));
    return [
      ...namesIn(this.#folder).flatMap((name) => {
        return name.endsWith(JOURNAL) || BESIDE.test(name) ? [] : strayIn(this.#folder, name);
      }),
      // Other files of a worker are nobody's journal: logs of its work, its session artifact.
      ...workers.flatMap((folder) =>
        namesIn(folder).flatMap((name) => (QUARANTINE.test(name) ? strayIn(folder, name) : [])),
      ),
    ];
  }
}

function journalsIn(folder: string): readonly SessionJournal[] {
  return namesIn(folder)
    .filter((name) => name.endsWith(JOURNAL))
    .map((name) => ({ sessionId: name.slice(0, -JOURNAL.length), path: join(folder, name) }))
    .toSorted((a, b) => byCodePoint(a.sessionId, b.sessionId));
}

function namesIn(folder: string): readonly string[] {
  return guardIo(folder, () => {
    try {
      return readdirSync(folder).toSorted(byCodePoint);
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
      throw error;
    }
  });
}

function strayIn(folder: string, name: string): readonly StrayFile[] {
  const path = join(folder, name);
  const problem = strayProblem(path, QUARANTINE.exec(name)?.[1]);
  return problem === undefined ? [] : [{ path, problem }];
}

/** Bytes that were put aside are named by the beginning of their digest. */
function strayProblem(path: string, digits: string | undefined): string | undefined {
  if (digits === undefined) return "it is no file of a session";
  const digest = digestBytes(readJournalBytes(path));
  return digest.startsWith(`sha256:${digits}`) ? undefined : "its content is not what its name says";
}
