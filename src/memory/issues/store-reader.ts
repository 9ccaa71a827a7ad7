import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { type Issue, type IssueFile, loadIssueFile, readyIssues } from "#kernel";
import { utf8 } from "#platform";
import type { IssueSummary, StoreNotice } from "#ports";
import { compareMark } from "./file-mark.ts";
import { isDatabaseError, openIndexToRead } from "./index-schema.ts";
import { type IndexState, readState } from "./index-state.ts";
import { IssueIndex } from "./issue-index.ts";
import { collisionText } from "./collision-text.ts";
import { readRow } from "./read-row.ts";
import { AppendFile } from "./append-file.ts";
import { readWhole } from "./read-whole.ts";
import { guardIo, storeError } from "./store-error.ts";
import type { StorePaths } from "./store-paths.ts";

/** From this size on a reader pays for an index rather than reading everything each time. */
const LARGE = 4_000_000;

/** What the index can answer, when it follows the file as it is now. */
interface Fresh {
  readonly index: IssueIndex;
  readonly state: IndexState;
}

/** Reads a store without a lock and without writing: from the index when it is up to date, else from the whole file. */
export class StoreReader {
  readonly #paths: StorePaths;
  readonly #notice: ((notice: StoreNotice) => void) | undefined;
  constructor(paths: StorePaths, notice?: (notice: StoreNotice) => void) {
    this.#paths = paths;
    this.#notice = notice;
  }

  exists(): boolean {
    return statSync(this.#paths.issues, { throwIfNoEntry: false })?.isFile() === true;
  }

  /** Whether the file is large, belongs to a store, and has no index that follows it: then reading it once more is worth an index. */
  isIndexWanted(): boolean {
    const size = statSync(this.#paths.issues, { throwIfNoEntry: false })?.size ?? 0;
    if (size < LARGE || statSync(this.#paths.lock, { throwIfNoEntry: false }) === undefined) return false;
    return this.#fresh(() => true) === undefined;
  }

  /** The whole file, folded; what cannot be read is the contract's error. */
  file(): IssueFile {
    const file = loadIssueFile(this.#bytes(), utf8, this.#paths.given);
    if (!file.ok) throw storeError("corrupt", file.message);
    const { given } = this.#paths;
    if (file.tail?.taken === false)
      this.#notice?.({ kind: "torn_tail", text: `the last line of ${given} is torn and was passed over` });
    if (file.conflictMarkers.length > 0)
      this.#notice?.({
        kind: "conflict_markers",
        text: `${given} has conflict markers (line ${file.conflictMarkers[0]}): they were passed over`,
      });
    for (const id of file.collisions) this.#notice?.({ kind: "id_collision", text: collisionText(id) });
    return file;
  }

  list({ status, assignee }: { readonly status?: string; readonly assignee?: string }): readonly IssueSummary[] {
    return (
      this.#fresh(({ index }) => index.list(status, assignee)) ??
      [...this.file().issues.values()]
        .filter((issue) => (status ?? issue.status) === issue.status && (assignee ?? issue.assignee) === issue.assignee)
        .map(summaryOf)
    );
  }

  ready(limit: number | undefined): { readonly items: readonly IssueSummary[]; readonly count: number } {
    const fresh = this.#fresh(({ index, state }) => {
      if (state.strayEdges) return undefined;
      const items = index.ready(limit ?? -1);
      return { items, count: limit === undefined ? items.length : index.countReady() };
    });
    if (fresh !== undefined) return fresh;
    const ready = readyIssues(this.file().issues).map(summaryOf);
    return { items: ready.slice(0, limit), count: ready.length };
  }

  get(id: string): Issue | undefined {
    const found = this.#fresh(({ index, state }) => this.#rowOf(index, state, id));
    if (found !== undefined) return found.issue?.tombstone === true ? undefined : found.issue;
    return this.file().issues.get(id);
  }

  idsFrom(prefix: string, limit: number): readonly string[] {
    return (
      this.#fresh(({ index }) => index.idsFrom(prefix, limit)) ??
      [...this.file().issues.keys()].filter((id) => id.startsWith(prefix)).slice(0, limit)
    );
  }

  /** Undefined when the file is another one by now: offsets mean nothing there. */
  #rowOf(index: IssueIndex, { mark }: IndexState, id: string): { readonly issue: Issue | undefined } | undefined {
    const place = index.find(id);
    if (place === undefined) return { issue: undefined };
    const file = AppendFile.openToRead(this.#paths.issues);
    try {
      if (file.inode !== mark.inode) return undefined;
      const issue = readRow(file.read(place.offset, place.length));
      return issue?.id === id ? { issue } : undefined;
    } finally {
      file.close();
    }
  }

  /** What the index answers, if it is there, whole, and says what the file says. */
  #fresh<T>(ask: (fresh: Fresh) => T | undefined): T | undefined {
    const stat = guardIo(this.#paths.given, () =>
      statSync(this.#paths.issues, { bigint: true, throwIfNoEntry: false }),
    );
    if (stat === undefined || statSync(this.#paths.index, { throwIfNoEntry: false }) === undefined) return undefined;
    let db: DatabaseSync | undefined;
    try {
      db = openIndexToRead(this.#paths.index);
      if (db === undefined) return undefined;
      db.exec("BEGIN");
      const state = readState(db);
      if (state === undefined || compareMark(state.mark, this.#paths.issues, stat) !== "same") return undefined;
      return ask({ index: new IssueIndex(db), state });
    } catch (error) {
      // Whatever is wrong with the index, the file has the answer.
      if (isDatabaseError(error)) return undefined;
      throw error;
    } finally {
      db?.close();
    }
  }

  #bytes(): Uint8Array {
    return guardIo(this.#paths.given, () => readWhole(this.#paths));
  }
}

function summaryOf({ id, title, status, priority, issue_type, assignee }: Issue): IssueSummary {
  return { id, title, status, priority, issue_type, assignee };
}
