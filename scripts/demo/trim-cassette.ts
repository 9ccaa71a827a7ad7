import { chmodSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Timestamp } from "#kernel";
import { openFileJournal, readFileJournal } from "#memory";

/** What a model is asked and says; what the world answered is the world's to answer again. */
const KEPT: ReadonlySet<string> = new Set(["tape.asked", "tape.replied"]);

/** Writes what the model said in a recorded run as a cassette of its own, with the moments it was said at and a chain of its own. */
export async function trimCassette(from: string, to: string, sessionId: string): Promise<void> {
  const { rows, damage } = await readFileJournal(from);
  if (damage !== undefined) throw new Error(`${from} is damaged: ${damage.problem}`);
  const folder = mkdtempSync(join(tmpdir(), "tusk-trim-"));
  try {
    const path = join(folder, `${sessionId}.jsonl`);
    let at = rows[0]?.at as Timestamp;
    const journal = await openFileJournal({ path, sessionId, clock: { now: () => at }, sync: "always" });
    let hasOpened = false;
    for (const row of rows) {
      const isFirst: boolean = row.event.kind === "tape.opened" && !hasOpened;
      hasOpened ||= isFirst;
      if (!isFirst && !KEPT.has(row.event.kind)) continue;
      at = row.at;
      journal.append(row.event);
    }
    await journal.close();
    cpSync(path, to);
    chmodSync(to, 0o644);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
