import type { LogEvent } from "#kernel";
import { sha256 } from "#platform";
import { type IndexState, writeState } from "./index-state.ts";
import type { OpenStore } from "./open-store.ts";
import { readRow } from "./read-row.ts";
import { adoptedRows } from "./scan-logs.ts";

/** How many rows one line of the log takes over. */
const GROUP = 256;
const NEWLINE = 0x0a;
const OUR_KEY = '"rev":';

/** Puts the digests of rows that other tools wrote into the log: from now on a changed byte in one of them is noticed. */
export function adoptRows(store: OpenStore, state: IndexState): IndexState {
  if (!state.adoptionDue) return state;
  const at = store.now();
  const events = grouped(unknownRows(store)).map((rows): LogEvent => ({ kind: "adopted", at, rows }));
  const log = events.length === 0 ? state.log : store.log.append(state.log, events, at, false).end;
  const adopted = { ...state, adoptionDue: false, log };
  store.transact(() => writeState(store.db, adopted));
  return adopted;
}

/** An id stands once in a group: the last group it is in names the row that stands. */
function grouped(rows: readonly (readonly [string, string])[]): readonly Readonly<Record<string, string>>[] {
  const groups: Map<string, string>[] = [];
  for (const [id, digest] of rows) {
    const last = groups.at(-1);
    if (last === undefined || last.size === GROUP || last.has(id)) groups.push(new Map([[id, digest]]));
    else last.set(id, digest);
  }
  return groups.map((group) => Object.fromEntries(group));
}

/** Rows without a revision of ours whose bytes no log knows, in the order of the file; of one that stands, the log must know it as the last. */
function unknownRows(store: OpenStore): readonly (readonly [string, string])[] {
  const { last, known } = adoptedRows(store.paths);
  const standing = new Map(store.index.foreignRows().map(({ id, offset }) => [offset, id]));
  const rows: (readonly [string, string])[] = [];
  const bytes = store.file.read(0);
  for (let offset = 0, end = 0; offset < bytes.length; offset = end + 1) {
    end = bytes.indexOf(NEWLINE, offset);
    if (end < 0) break;
    const line = bytes.subarray(offset, end);
    const stands = standing.get(offset);
    if (stands === undefined && (line.length === 0 || line.includes(OUR_KEY))) continue;
    const digest = `sha256:${sha256(line.toString("utf8"))}`;
    if (stands === undefined ? known.has(digest) : last.get(stands) === digest) continue;
    const id = stands ?? readRow(line)?.id;
    if (id !== undefined) rows.push([id, digest]);
  }
  return rows;
}
