import { chmodSync, lstatSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { dirname } from "node:path";
import { walkJournal, type WalkedJournal } from "#kernel";
import { ownerName, sha256, utf8 } from "#platform";
import type { Journal } from "#ports";
import { FileLock } from "../lock/file-lock.ts";
import { damageError } from "./damage-text.ts";
import { FileJournal } from "./file-journal.ts";
import { healJournal, type Mended, mendText } from "./heal-journal.ts";
import { guardIo, ioError, journalError } from "./journal-error.ts";
import { JournalFile } from "./journal-file.ts";
import type { JournalOptions } from "./journal-options.ts";
import { makePrivateFolder } from "../lock/private-folder.ts";
import { HEALED, untoldQuarantines } from "./quarantine-files.ts";

/** How long a writer that is going away may take: a killed one is gone at once, but not at the very instant. */
const PATIENCE_MS = 250;
const PAUSE_MS = 5;

/**
 * Opens the journal of a session, or begins it, and holds it until it is closed or the process dies. Heals what a crash left and says
 * so; refuses with `busy` while another one holds it, with `damaged` where it is not as it was written.
 */
export async function fileJournal(options: Required<JournalOptions>): Promise<Journal> {
  const { path, sync } = options;
  guardIo(path, () => makePrivateFolder(dirname(path)));
  const lock = await takeLock(new FileLock(`${path}.lock`, sync));
  let file: JournalFile | undefined;
  try {
    file = JournalFile.open(path, sync);
    const bytes = file.read();
    const walked = walkJournal(bytes, { utf8, sha256 });
    if (walked.damage !== undefined) throw damageError(path, walked.damage, walked.rows);
    mustBeOf(options, walked);
    const { file: healed, mends } = healJournal(file, bytes, walked);
    file = healed;
    return await begin({ options, walked, file, lock, mends: [...mends, ...leftBehind(path, walked, mends)] });
  } catch (error) {
    file?.close();
    lock.close();
    throw ioError(path, error);
  }
}

/** What a healer put aside that was killed before it could tell. */
function leftBehind(path: string, { rows }: WalkedJournal, mends: readonly Mended[]): readonly Mended[] {
  const known = new Set(mends.map((mend) => ("quarantine" in mend ? mend.quarantine : undefined)));
  return untoldQuarantines(path, rows)
    .filter((name) => !known.has(name))
    .map((name) => ({ kind: "found", quarantine: name }));
}

/** The first rows of this opening: who writes now, and what was mended. They are durable before anybody gets to write. */
async function begin(parts: {
  readonly options: Required<JournalOptions>;
  readonly walked: WalkedJournal;
  readonly file: JournalFile;
  readonly lock: FileLock;
  readonly mends: readonly Mended[];
}): Promise<Journal> {
  const { options, walked, mends, file, lock } = parts;
  const rows = walked.rows.map(({ seq, at, event }) => ({ seq, at, event }));
  const epoch = rows.filter(({ event }) => event.kind === OPENED).length + 1;
  const opened = { rows, healed: mends.map(mendText) };
  const journal = new FileJournal({ ...options, opened, file, lock, last: walked.rows.at(-1) });
  journal.appendOwn({ kind: OPENED, session: options.sessionId, epoch, writer: ownerName() });
  if (mends.length > 0) journal.appendOwn({ kind: HEALED, mends: mends.map((mend) => ({ ...mend })) });
  try {
    await journal.settled();
  } catch (error) {
    // It knows whether a sync is still under way.
    await journal.close();
    throw error;
  }
  return journal;
}

const OPENED = "journal.opened";

/** A journal that was copied over another one's would be believed otherwise. */
function mustBeOf({ path, sessionId }: JournalOptions, { rows: [first] }: WalkedJournal): void {
  if (first === undefined || (first.event.kind === OPENED && first.event["session"] === sessionId)) return;
  throw journalError("damaged", `${path} is not the journal of session ${sessionId}; nothing was changed`);
}

async function takeLock(lock: FileLock): Promise<FileLock> {
  const { path } = lock;
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const taking = guardIo(path, () => tryLock(lock));
    if (taking === "taken") return lock;
    if (performance.now() > deadline) {
      lock.close();
      if (taking === "deleted") throw ioError(path, lock.trouble);
      throw journalError("busy", `${path.slice(0, -".lock".length)}: another writer has it`);
    }
    await setTimeout(PAUSE_MS);
  }
}

function tryLock(lock: FileLock): "taken" | "busy" | "deleted" {
  // What SQLite opens it would follow.
  if (lstatSync(lock.path, { throwIfNoEntry: false })?.isSymbolicLink() === true)
    throw journalError("io", `${lock.path}: a link stands in the place of the lock`);
  const taking = lock.tryTake();
  if (taking === "taken") chmodSync(lock.path, 0o600);
  return taking;
}
