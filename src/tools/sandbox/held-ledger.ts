import { appendFileSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "../workspace/file-failure.ts";

/** What is written down before folders are made, and after: the second names them for ever. */
type HeldRow =
  | { readonly making: readonly string[] }
  | { readonly made: readonly (readonly [path: string, inode: string])[] };

/** Writes down what is about to be made, or what was. Plain appends: they survive the death of the process. */
export function noteHeld(folder: string, row: HeldRow): void {
  appendFileSync(rowsPath(folder), `${JSON.stringify(row)}\n`, { mode: 0o600 });
}

/** Every path that was made, with its inode; without one where the maker was killed between making and saying so. */
export function heldRows(folder: string): ReadonlyMap<string, string | undefined> {
  const rows = new Map<string, string | undefined>();
  for (const row of readRows(rowsPath(folder))) {
    if ("making" in row) for (const path of row.making) rows.set(path, rows.get(path));
    else {
      for (const [path, inode] of rows) if (inode === undefined) rows.delete(path);
      for (const [path, inode] of row.made) rows.set(path, inode);
    }
  }
  return rows;
}

/** Nothing is held any more. */
export function forgetHeld(folder: string): void {
  rmSync(rowsPath(folder), { force: true });
}

function rowsPath(folder: string): string {
  return join(folder, "held.jsonl");
}

function readRows(path: string): readonly HeldRow[] {
  try {
    return readFileSync(path, "utf8").split("\n").flatMap(readRow);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}

/** Our own row; the last one may be torn, then nothing of it was done yet. */
function readRow(line: string): readonly HeldRow[] {
  try {
    return line === "" ? [] : [JSON.parse(line) as HeldRow];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
