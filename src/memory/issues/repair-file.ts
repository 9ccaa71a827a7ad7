import { digestText, type LogStanding, readIssueLines, replayLogs, salvageLine } from "#kernel";
import { replaceWhole, sha256, utf8 } from "#platform";
import type { RepairReport } from "#ports";
import type { StoreOptions } from "./store-options.ts";
import { pendingEvents } from "./pending-events.ts";
import { quarantine } from "./quarantine.ts";
import { readLogs } from "./read-logs.ts";
import { writeState } from "./index-state.ts";
import { readRow } from "./read-row.ts";
import { readWhole } from "./read-whole.ts";
import type { Upkeep } from "./spend-upkeep.ts";
import { guardIo, storeError } from "./store-error.ts";
import type { StorePaths } from "./store-paths.ts";
import type { StoreWriter } from "./store-writer.ts";

/** Bytes of the file, and the line they stand in. */
interface Part {
  readonly line: number;
  readonly bytes: Uint8Array;
}

/** The file as it can be kept, and what cannot. */
interface Sorted {
  readonly kept: Part[];
  readonly bad: (Part & { readonly problem: string })[];
  split: number;
}

/** Keeps every row that can be read, byte for byte, and moves the rest to quarantine; with `restore` the log gives back what it has. */
export function repairFile(
  paths: StorePaths,
  writer: StoreWriter,
  options: StoreOptions,
  restore: Upkeep | undefined,
): RepairReport {
  const report = writer.lockOnly((isAlone) =>
    guardIo(paths.given, () => {
      const bytes = readWhole(paths);
      const logs = readLogs(paths);
      const log = replayLogs(logs, pendingEvents(paths, logs, bytes));
      const { kept, bad, split } = restore !== undefined ? withoutUnknown(sortLines(bytes), log) : sortLines(bytes);
      const missing = missingRows(kept, log);
      const restored = restore === undefined ? [] : missing;
      const lines = [...kept.map((part) => part.bytes), ...restored.map(({ row }) => Buffer.from(row))];
      const mended = Buffer.concat(lines.flatMap(withNewline));
      const quarantined = bad.map(({ line, bytes: { length }, problem }) => ({ line, bytes: length, problem }));
      const held = bad.map((each) => quarantine(paths, paths.issues, each.bytes, options.now()));
      if (!mended.equals(bytes) && !replaceWhole(paths.issues, mended, isAlone))
        throw storeError("lock_busy", `issue-memory lock busy: ${paths.lock}`);
      return {
        kept: kept.length,
        quarantined,
        split,
        quarantineFile: held[0],
        restorable: restore !== undefined ? [] : missing.map(({ id }) => id),
        restored: restored.map(({ id }) => id),
      };
    }),
  );
  if (restore !== undefined && report.restored.length > 0) logRestored(writer, restore, report.restored);
  return report;
}

/** The rows are the log's own; that they were brought back, and by whom, is said too. */
function logRestored(writer: StoreWriter, restore: Upkeep, issues: readonly string[]): void {
  writer.hold((store, state) => {
    const at = store.now();
    const { end } = store.log.append(state.log, [{ kind: "restored", at, ...restore, issues }], at, true);
    store.transact(() => writeState(store.db, { ...state, log: end }));
  });
}

function withNewline(line: Uint8Array): readonly Uint8Array[] {
  return [line, Uint8Array.of(0x0a)];
}

function sortLines(bytes: Buffer): Sorted {
  const sorted: Sorted = { kept: [], bad: [], split: 0 };
  readIssueLines(bytes, utf8, { offset: 0, line: 1 }, (line) => {
    const text = bytes.subarray(line.offset, line.offset + line.length);
    const isClean = utf8.decode(text, 0, text.length) !== undefined && !text.includes(0);
    if (isClean && line.kind !== "bad" && line.kind !== "torn" && line.kind !== "conflict")
      sorted.kept.push({ line: line.number, bytes: text });
    else if (line.kind === "conflict")
      sorted.bad.push({ line: line.number, bytes: text, problem: "a conflict marker" });
    else {
      const { rows, rest } = salvageLine(text, utf8);
      sorted.kept.push(...rows.map((row) => ({ line: line.number, bytes: row })));
      sorted.split += rows.length;
      const problem = line.kind === "bad" || line.kind === "torn" ? line.problem : "bytes that are no text";
      for (const part of rest) sorted.bad.push({ line: line.number, bytes: part, problem });
    }
  });
  return sorted;
}

/** Only what the log knows: a row that it does not know stands in the way of one that it can give back, or was never written by us. */
function withoutUnknown({ kept, bad, split }: Sorted, { known, newest }: LogStanding): Sorted {
  const isUnknown = ({ bytes }: Part): boolean => {
    const row = known.size === 0 ? undefined : readRow(bytes);
    return row !== undefined && (row.rev !== undefined || newest.has(row.id)) && !known.has(digestOf(bytes));
  };
  const unknown = kept.filter(isUnknown).map((part) => ({ ...part, problem: "no log knows this row" }));
  return { kept: kept.filter((part) => !isUnknown(part)), bad: [...bad, ...unknown], split };
}

/** The newest rows that the log has and the kept lines have not. */
function missingRows(
  kept: readonly Part[],
  { newest }: LogStanding,
): readonly { readonly id: string; readonly row: string }[] {
  const digests = new Set(kept.map(({ bytes }) => digestOf(bytes)));
  return [...newest].flatMap(([id, { after, row }]) => (digests.has(after) ? [] : [{ id, row }]));
}

function digestOf(line: Uint8Array): string {
  return digestText(sha256, Buffer.from(line).toString("utf8"));
}
