import { closeSync, constants, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { JournalMend, WalkedJournal } from "#kernel";
import { syncFolder } from "#platform";
import { JournalFile } from "./journal-file.ts";
import { quarantine } from "./quarantine-files.ts";

/** One thing that was mended, as its row tells it; `found`: an earlier healer was killed before it could tell. */
export type Mended =
  | (JournalMend & { readonly kind: "torn"; readonly quarantine: string })
  | (JournalMend & { readonly kind: "glued" | "unended" })
  | { readonly kind: "found"; readonly quarantine: string };

/** A mended journal: the file to go on with, and what was done. */
export interface HealedJournal {
  readonly file: JournalFile;
  readonly mends: readonly Mended[];
}

/**
 * Mends what a crash left. What is no row is kept beside before it is taken out; a healer that is killed at any instant leaves a journal
 * that is mended or can be mended again.
 */
export function healJournal(file: JournalFile, bytes: Uint8Array, walked: WalkedJournal): HealedJournal {
  const mends = walked.mends.map((mend) => mended(file.path, bytes, mend));
  const [tail] = walked.mends;
  if (tail === undefined) return { file, mends };
  // What looks torn may be the row of a writer whose lock somebody deleted.
  file.mustBeUntouched();
  const isTail = ({ kind, offset, length }: JournalMend): boolean =>
    kind !== "glued" && offset + length === bytes.length;
  if (!walked.mends.every(isTail)) return { file: rewritten(file, bytes, walked), mends };
  if (tail.kind === "torn") file.truncate(tail.offset);
  else file.append("\n");
  return { file, mends };
}

function mended(path: string, bytes: Uint8Array, { kind, line, offset, length }: JournalMend): Mended {
  if (kind !== "torn") return { kind, line, offset, length };
  return { kind, line, offset, length, quarantine: quarantine(path, bytes.subarray(offset, offset + length)) };
}

/** The rows, each on a line of its own, in a new file of the same name. */
function rewritten(file: JournalFile, bytes: Uint8Array, { rows }: WalkedJournal): JournalFile {
  const draft = `${file.path}.healing`;
  // One that is there was left by a healer that was killed: we have the lock.
  rmSync(draft, { force: true });
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const descriptor = openSync(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    const lines = rows.flatMap(({ offset, length }) => [bytes.subarray(offset, offset + length), Buffer.from("\n")]);
    writeFileSync(descriptor, Buffer.concat(lines));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(draft, file.path);
  syncFolder(dirname(file.path));
  file.close();
  return JournalFile.open(file.path, "always");
}

/** What was mended, one sentence. */
export function mendText(mend: Mended): string {
  switch (mend.kind) {
    case "torn":
      return `${placeOf(mend)}: a row that was never finished was taken out; its ${mend.length} bytes are in ${mend.quarantine}`;
    case "glued":
      return `${placeOf(mend)}: a row that stood on the line of another was put on a line of its own`;
    case "unended":
      return `${placeOf(mend)}: the last row had no newline and was given one`;
    case "found":
      return `bytes that an interrupted opening had taken out are in ${mend.quarantine}`;
    default:
      return mend satisfies never;
  }
}

function placeOf({ line, offset }: { readonly line: number; readonly offset: number }): string {
  return `line ${line} at byte ${offset}`;
}
