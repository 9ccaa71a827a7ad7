import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Digest, type LinkedRow, walkJournal, writeJournalRow } from "#kernel";
import { sha256, utf8 } from "#platform";
import { composePorts } from "../../src/cli/compose.ts";
import { run, type VerifyData } from "../../src/host/actions/verify.ts";

const PORTS = composePorts("tusk verify", { abbreviatesIds: true, tellLine: () => undefined, note: () => undefined });
const CODEC = { sha256, utf8 };

/** What `tusk verify` answers about a state folder. */
export async function verified(state: string): Promise<VerifyData> {
  const values = new Map([["state", state]]);
  const outcome = await run({ values, switches: new Set(), lists: new Map(), operands: [] }, PORTS);
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.data;
}

/** Whether anything was found: damage, or what looks as if a crash had left it. */
export function isFound({ result, things }: VerifyData): boolean {
  return result === "rejected" || things.some(({ note }) => note !== undefined);
}

/** The path of the one journal of a recorded state. */
export function journalOf(state: string): string {
  return join(state, "sessions/s1.jsonl");
}

/** The rows of a journal. */
export function rowsOf(path: string): readonly LinkedRow[] {
  return walkJournal(readFileSync(path), CODEC).rows;
}

/** A journal of these rows, chained anew: only what the rows say can be wrong with it. */
export function chained(rows: readonly LinkedRow[]): string {
  let prev: Digest | undefined;
  return rows
    .map(({ at, event }, seq) => {
      const { line, self } = writeJournalRow({ seq, prev, at, event }, CODEC);
      prev = self;
      return `${line}\n`;
    })
    .join("");
}
