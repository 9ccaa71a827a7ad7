import type { JournalDamage, WalkedRow } from "#kernel";
import type { PortError } from "#ports";
import { journalError } from "./journal-error.ts";

/** Why a journal cannot be opened: which file, line and byte, what is wrong, what still holds and how to go on. */
export function damageError(path: string, damage: JournalDamage, rows: readonly WalkedRow[]): PortError {
  const { line, offset, problem } = damage;
  const held = rows.length === 1 ? "1 row before it holds" : `${rows.length} rows before it hold`;
  const last = rows.at(-1);
  const cut = last === undefined ? 0 : last.offset + last.length + 1;
  return journalError(
    "damaged",
    `${path}, line ${line} at byte ${offset}: ${problem}. ${held} and can be read; nothing was changed. To go on from them, keep a copy ` +
      `and cut the file to ${cut} bytes.`,
  );
}
