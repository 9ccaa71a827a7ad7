import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What a worker knows, written down by itself: what it was told is done, and what it was about to do. */
export type JournalRow =
  | { readonly kind: "claimed"; readonly id: string; readonly token: number; readonly rev: number; readonly ms: number }
  | { readonly kind: "renewed" | "released"; readonly id: string; readonly token: number; readonly rev: number }
  /** Before the call: a worker that dies in it does not know. */
  | { readonly kind: "closing"; readonly id: string; readonly token: number }
  /** After the call: from here on it must never be missing. */
  | { readonly kind: "closed"; readonly id: string; readonly token: number; readonly rev: number }
  | { readonly kind: "refused"; readonly id: string; readonly token: number; readonly code: string }
  /** A lost owner got through: must not happen. */
  | { readonly kind: "zombie"; readonly id: string; readonly token: number; readonly action: string }
  | { readonly kind: "refused_zombie"; readonly id: string; readonly token: number; readonly code: string }
  | { readonly kind: "unlocked" }
  | { readonly kind: "noticed"; readonly notice: string };

/** Every line in one write: a kill leaves it whole or not at all. */
export function writeJournal(folder: string, process: string, row: JournalRow): void {
  appendFileSync(join(folder, `${process}.jsonl`), `${JSON.stringify(row)}\n`);
}

/** What all workers wrote; a line that a kill tore is left out. */
export function readJournals(folder: string): readonly JournalRow[] {
  return readdirSync(folder)
    .toSorted()
    .flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n").slice(0, -1))
    .map((line) => JSON.parse(line) as JournalRow);
}
