import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Digest,
  digestText,
  type LogEvent,
  type LogRow,
  parseDigest,
  readLogRow,
  type Timestamp,
  writeLogRow,
} from "#kernel";
import { makeFolders, sha256, utf8 } from "#platform";
import { AppendFile } from "./append-file.ts";
import { cloneId } from "./clone-id.ts";
import type { LogEnd } from "./index-state.ts";
import { quarantine } from "./quarantine.ts";
import type { StorePaths } from "./store-paths.ts";

/** A row of a log and the digest of its line. */
export interface LoggedRow extends LogRow {
  readonly digest: Digest;
}

/** Rows as they were read: up to which offset, and where a torn last line was moved to, if there was one. */
interface ReadRows {
  readonly rows: readonly LoggedRow[];
  readonly offset: number;
  readonly torn: string | undefined;
}

/** How a torn last line is taken away: when, and after asking whether its writer is dead (`mayCut` throws if not). */
interface Healing {
  readonly at: Timestamp;
  readonly mayCut: () => void;
}

/** This clone's hash chain. Appended under the store's lock, before the row that it speaks of. */
export class EventLog {
  readonly #paths: StorePaths;
  readonly #file: AppendFile;
  readonly #clone: string;
  constructor(paths: StorePaths) {
    this.#paths = paths;
    makeFolders(paths.log);
    this.#clone = cloneId(paths);
    this.#file = AppendFile.open(join(paths.log, `${this.#clone}.jsonl`));
  }

  get path(): string {
    return this.#file.path;
  }

  size(): number {
    return this.#file.size();
  }

  get inode(): string {
    return `${this.#file.inode}`;
  }

  /** Continues the chain behind `end` and answers its new end and the rows' digests. */
  append(
    end: LogEnd | undefined,
    events: readonly LogEvent[],
    at: Timestamp,
    sync: boolean,
  ): { end: LogEnd; digests: readonly Digest[] } {
    const opening: readonly LogEvent[] = end === undefined ? [{ kind: "opened", at, clone: this.#clone }] : [];
    let seq = end?.seq ?? -1;
    let last = end === undefined ? undefined : parseDigest(end.last);
    const lines: string[] = [];
    const digests: Digest[] = [];
    for (const event of [...opening, ...events]) {
      seq += 1;
      const line = writeLogRow({ seq, prev: last, event }, sha256);
      last = digestText(sha256, line);
      lines.push(`${line}\n`);
      digests.push(last);
    }
    const bytes = Buffer.from(lines.join(""));
    const start = this.#file.append(bytes, sync);
    const known = end?.offset ?? 0;
    // Somebody else's rows in between, after a lost lock: the next writer settles from where everything was known.
    const offset = start === known ? start + bytes.length : known;
    return { end: { inode: this.inode, offset, seq, last: last ?? "" }, digests: digests.slice(opening.length) };
  }

  /** The rows behind an offset. */
  rowsFrom(offset: number, healing: Healing): ReadRows {
    const { text, end, torn } = this.#wholeLines(offset, healing);
    return { rows: readRows(text.split("\n")), offset: end, torn };
  }

  /** The last row, and before it those of the same mutation. */
  lastRows(healing: Healing): ReadRows {
    const { text, end, torn } = this.#wholeLines(0, healing);
    const rows: LoggedRow[] = [];
    for (const line of text.split("\n").toReversed()) {
      const row = readRows([line])[0];
      if (row === undefined) continue;
      if (rows[0] !== undefined && !isSameMutation(rows[0], row)) break;
      rows.unshift(row);
    }
    return { rows, offset: end, torn };
  }

  /** The text behind an offset up to its last newline; what stands behind that is torn and goes to quarantine. */
  #wholeLines(
    offset: number,
    { at, mayCut }: Healing,
  ): { readonly text: string; readonly end: number; readonly torn: string | undefined } {
    const bytes = this.#file.read(offset);
    const length = bytes.lastIndexOf(0x0a) + 1;
    const text = bytes.toString("utf8", 0, length);
    const end = offset + length;
    if (length === bytes.length) return { text, end, torn: undefined };
    mayCut();
    const torn = quarantine(this.#paths, this.#file.path, bytes.subarray(length), at);
    this.#file.truncate(end);
    return { text, end, torn };
  }

  close(): void {
    this.#file.close();
  }
}

/** Every clone's log, by name. */
export function logFiles({ log }: StorePaths): readonly string[] {
  try {
    return readdirSync(log)
      .filter((name) => name.endsWith(".jsonl"))
      .toSorted()
      .map((name) => join(log, name));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

/** The lines of a log file; a last one without newline is torn and no line. */
export function logLines(path: string): readonly string[] {
  const text = readFileSync(path, "utf8");
  return text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .slice(0, -1);
}

/** The rows that can be read; what cannot is named by verify. */
function readRows(lines: readonly string[]): readonly LoggedRow[] {
  return lines.flatMap((line) => {
    if (line === "") return [];
    const reading = readLogRow(line, utf8, sha256);
    return reading.ok ? [{ ...reading.row, digest: digestText(sha256, line) }] : [];
  });
}

function isSameMutation({ event: one }: LoggedRow, { event: other }: LoggedRow): boolean {
  return (
    (one.kind === "changed" || one.kind === "dropped") &&
    (other.kind === "changed" || other.kind === "dropped") &&
    one.mutation !== undefined &&
    one.mutation === other.mutation
  );
}
