import { type Digest, digestText, type Sha256 } from "../digest/digest.ts";
import type { Utf8 } from "../json/utf8.ts";
import { type LogRow, readLogRow } from "./log-row.ts";

/** One thing in a log that is not as it was written. */
export interface LogFinding {
  readonly line: number;
  readonly problem: string;
}

/** A log as far as it holds: its rows with their digests, how often branches of it were merged, and what is wrong. */
export interface WalkedLog {
  readonly rows: readonly (LogRow & { readonly digest: Digest; readonly line: number })[];
  readonly forks: number;
  readonly findings: readonly LogFinding[];
}

/**
 * Walks one clone's chain. Each row must follow one that stands above it: the last one, or an earlier one when branches of the same clone
 * were merged, which may have no more in common than the clone. A changed, missing or reordered row leaves the next one without its
 * predecessor.
 */
export function walkLog(lines: readonly string[], utf8: Utf8, sha256: Sha256): WalkedLog {
  const seen = new Map<Digest, number>();
  const followed = new Set<Digest>();
  const rows: (LogRow & { readonly digest: Digest; readonly line: number })[] = [];
  const findings: LogFinding[] = [];
  let forks = 0;
  for (const [at, text] of lines.entries()) {
    const line = at + 1;
    const reading = readLogRow(text, utf8, sha256);
    if (!reading.ok) {
      findings.push({ line, problem: reading.problem });
      continue;
    }
    const { row } = reading;
    const digest = digestText(sha256, text);
    const problem = seen.has(digest) ? "the same row stands above it" : linkProblem(row, seen);
    if (problem !== undefined) findings.push({ line, problem });
    if (row.prev === undefined ? at > 0 : followed.has(row.prev)) forks += 1;
    if (row.prev !== undefined) followed.add(row.prev);
    seen.set(digest, row.seq);
    rows.push({ ...row, digest, line });
  }
  return { rows, forks, findings };
}

function linkProblem({ seq, prev, event }: LogRow, seen: ReadonlyMap<Digest, number>): string | undefined {
  if (prev === undefined) return seq === 0 && event.kind === "opened" ? undefined : "it names no row before it";
  const before = seen.get(prev);
  if (before === undefined) return "the row before it is missing, changed or out of order";
  return seq === before + 1 ? undefined : `its number is ${seq}, and ${before + 1} was due`;
}
