import {
  type Changed,
  type Decision,
  digestText,
  type Issue,
  type JsonObject,
  type LogEvent,
  type Timestamp,
  writeIssue,
} from "#kernel";
import { sha256 } from "#platform";
import { noteEnd } from "./note-end.ts";
import { type IndexState, readState } from "./index-state.ts";
import type { OpenStore } from "./open-store.ts";
import { hasStrayEdge } from "./rebuild-index.ts";
import { replaceFile } from "./rewrite-file.ts";

/** One admitted change, and what the log is to say about it. */
export interface Change {
  readonly decision: Extract<Decision, { readonly ok: true }>;
  /** The moment it was decided for. */
  readonly at: Timestamp;
  readonly mutation: string;
  readonly action: string;
  readonly actor: string;
  readonly permit: JsonObject;
  /** Whether it has to survive a power cut; a renewal may be lost with the power. */
  readonly sync: boolean;
  readonly nextFree: number;
}

/** A changed issue with its next revision, and the row it is written as. */
interface NextRow {
  readonly issue: Issue;
  readonly previous: Issue | undefined;
  readonly rev: number;
  readonly text: string;
  readonly event: Changed;
}

/**
 * Writes a change (under the lock): the event, the row, the index, in this order. The row is the commit point: before it nothing happened,
 * after it everybody sees it. Not done when the file was swapped in between: then nothing happened to the new one, unless it is a copy.
 */
export function writeChange(
  store: OpenStore,
  state: IndexState,
  change: Change,
): { readonly changedIssues: readonly Issue[]; readonly isDone: boolean } {
  const { at } = change;
  const rows = change.decision.changed.map((issue) => nextRow(store, issue, change));
  const events = [...rows.map(({ event }) => event), ...droppedBy(store, change, at)];
  const logged = store.log.append(state.log, events, at, change.sync);
  store.options.at?.("event");
  const after = { ...state, log: logged.end, nextFree: change.nextFree };
  const isDone =
    change.decision.changed.length === 1 && change.decision.replacesAll !== true
      ? appendRows(store, { state, after, rows, change })
      : rewriteRows(store, after, rows, change);
  if (isDone) store.options.at?.("index");
  return { changedIssues: rows.map(({ issue }) => issue), isDone };
}

/** The ids that a replacing import leaves out: the log says that they went. */
function droppedBy(store: OpenStore, { decision, mutation }: Change, at: Timestamp): readonly LogEvent[] {
  if (decision.replacesAll !== true) return [];
  const kept = new Set(decision.changed.map(({ id }) => id));
  const issues = store.index.ids().filter((id) => !kept.has(id));
  return issues.length === 0 ? [] : [{ kind: "dropped", at, mutation, issues }];
}

function nextRow(store: OpenStore, decided: Issue, { at, mutation, action, actor, permit }: Change): NextRow {
  const known = store.index.find(decided.id);
  const previous = known === undefined ? undefined : store.readRow(decided.id);
  const rev = (known?.rev ?? 0) + 1;
  const issue: Issue = { ...decided, rev, by: actor };
  const text = writeIssue(issue);
  const before =
    known === undefined
      ? {}
      : { before: digestText(sha256, store.file.read(known.offset, known.length).toString("utf8")) };
  const after = digestText(sha256, text);
  const event: Changed = {
    kind: "changed",
    at,
    mutation,
    action,
    actor,
    issue: issue.id,
    rev,
    ...before,
    after,
    permit,
    row: text,
  };
  return { issue, previous, rev, text, event };
}

/** What goes into the index with the rows, and what the index was when they were decided on. */
interface Addition {
  readonly state: IndexState;
  readonly after: IndexState;
  readonly rows: readonly NextRow[];
  readonly change: Change;
}

function appendRows(store: OpenStore, addition: Addition): boolean {
  const bytes = Buffer.from(addition.rows.map(({ text }) => `${text}\n`).join(""));
  // A writer that lost its lock leaves an event without a row, which the next one voids (ENGINE 3).
  if (!store.isAlone()) return false;
  const offset = store.file.append(bytes, addition.change.sync);
  store.options.at?.("row");
  if (store.isSwapped()) return false;
  store.tryIndex(() => store.transact(() => indexRows(store, addition, offset, offset + bytes.length)));
  return true;
}

/** Only on top of the index that the change was decided on: after a lost lock others may have written too, and then the file is followed. */
function indexRows(store: OpenStore, { state, after, rows, change }: Addition, start: number, end: number): void {
  const current = readState(store.db)?.mark;
  const { inode, offset: known } = state.mark;
  if (current?.inode !== inode || current.offset !== known || known !== start || store.file.size() !== end) return;
  let { ids, strayEdges } = after;
  let offset = start;
  for (const { issue, rev, text, previous } of rows) {
    const length = Buffer.byteLength(text);
    store.index.put(issue, { rev, explicit: true }, { offset, length }, previous);
    offset += length + 1;
    ids += previous === undefined ? 1 : 0;
    strayEdges ||= hasStrayEdge(issue);
  }
  store.index.markApplied(change.mutation, true);
  noteEnd(store, { ...after, ids, strayEdges, rows: after.rows + rows.length }, end);
}

/** Many rows at once: the whole file is written anew and renamed over the old one, so that all of them are in it or none. */
function rewriteRows(store: OpenStore, state: IndexState, rows: readonly NextRow[], change: Change): boolean {
  const added = Buffer.from(rows.map(({ text }) => `${text}\n`).join(""));
  const bytes = change.decision.replacesAll === true ? added : Buffer.concat([store.file.read(0), added]);
  store.options.at?.("row");
  // Ids that went are free again.
  const nextFree = change.decision.replacesAll === true ? 1 : state.nextFree;
  return !store.isSwapped() && replaceFile(store, bytes, { ...state, nextFree });
}
