import {
  findCorruption,
  foldRow,
  isOtherIssue,
  type Issue,
  type MadeIssue,
  readIssueLines,
  type Standing,
  writeIssue,
} from "#kernel";
import { utf8 } from "#platform";
import { noteEnd } from "./note-end.ts";
import { endLastLine, healTornTail } from "./heal-tail.ts";
import { blockingTargets, columnsOf, type IndexedIssue, isResolved, type Place } from "./index-row.ts";
import { EMPTY_ROWS, INDEXES } from "./index-schema.ts";
import { insertRows } from "./insert-rows.ts";
import type { IndexState, LogEnd } from "./index-state.ts";
import { collisionText } from "./collision-text.ts";
import { corruptFile, type OpenStore } from "./open-store.ts";
import { readRow } from "./read-row.ts";
import { scanLogs } from "./scan-logs.ts";

/** A row that stands, and where it is. */
interface Found {
  readonly issue: IndexedIssue;
  readonly standing: Standing;
  readonly place: Place;
  readonly made: MadeIssue;
}

/** Everything the file says, row by row folded. */
interface Survey {
  readonly found: ReadonlyMap<string, Found>;
  readonly rows: number;
  readonly markers: number;
  /** Where it ends. */
  readonly end: number;
}

/** Makes the index anew from the file; a file that cannot be read whole is an error, and the index stays as it was. */
export function rebuildIndex(store: OpenStore, log?: LogEnd, nextFree: number = 1): IndexState {
  const survey = surveyFile(store);
  if (survey.markers > 0)
    store.say("conflict_markers", `${survey.markers} conflict markers in ${store.paths.given} were passed over`);
  return store.transact(() => {
    store.db.exec(EMPTY_ROWS);
    insertFound(store, survey.found);
    store.db.exec(INDEXES);
    scanLogs(store.paths, store.index);
    const issues = [...survey.found.values()];
    const state = {
      rows: survey.rows,
      ids: survey.found.size,
      strayEdges: issues.some(({ issue }) => hasStrayEdge(issue)),
      adoptionDue: issues.some(({ standing }) => !standing.explicit),
      nextFree: firstFree(survey.found, nextFree),
      log,
    };
    return noteEnd(store, state, survey.end);
  });
}

/** The first `bd-<n>` from here on that no row has. */
function firstFree(found: ReadonlyMap<string, Found>, from: number): number {
  let n = from;
  while (found.has(`bd-${n}`)) n += 1;
  return n;
}

function surveyFile(store: OpenStore): Survey {
  const { file } = store;
  const bytes = file.read(0);
  const corruption = findCorruption(bytes, utf8);
  if (corruption !== undefined) throw corruptFile(`corrupted substrate: ${store.paths.given}: ${corruption}`);
  const found = new Map<string, Found>();
  let rows = 0;
  let markers = 0;
  let end = bytes.length;
  readIssueLines(bytes, utf8, { offset: 0, line: 1 }, (line) => {
    if (line.kind === "bad") throw corruptFile(`line ${line.number}: parse error: ${line.problem}`);
    if (line.kind === "torn") {
      end = line.offset;
      healTornTail(store, file, end);
    }
    if (line.kind === "conflict") markers += 1;
    if (line.kind !== "issue" && line.kind !== "unterminated") return;
    rows += 1;
    const { issue, offset, length } = line;
    const before = found.get(issue.id);
    if (before !== undefined && isOtherIssue(before.made, issue)) store.say("id_collision", collisionText(issue.id));
    const standing = foldRow(before?.standing, issue, {
      before: () => (before === undefined ? "" : canonicalText(bytes, before.place)),
      next: () => writeIssue(issue),
    });
    if (standing !== undefined)
      found.set(issue.id, { issue: indexedOf(issue), standing, place: { offset, length }, made: madeOf(issue) });
  });
  return { found, rows, markers, end: endLastLine(file, end) };
}

function madeOf({ rev, created_at }: Issue): MadeIssue {
  return rev === undefined ? { created_at } : { rev, created_at };
}

/** Without the long texts: of a large file they would fill the memory for nothing. */
function indexedOf({
  id,
  title,
  status,
  priority,
  issue_type,
  assignee,
  tombstone,
  lease,
  dependencies,
}: Issue): IndexedIssue {
  return {
    id,
    title,
    status,
    priority,
    issue_type,
    assignee,
    dependencies,
    ...(tombstone === undefined ? {} : { tombstone }),
    ...(lease === undefined ? {} : { lease }),
  };
}

function canonicalText(bytes: Buffer, { offset, length }: Place): string {
  const issue = readRow(bytes.subarray(offset, offset + length));
  return issue === undefined ? "" : writeIssue(issue);
}

function insertFound({ db }: OpenStore, found: ReadonlyMap<string, Found>): void {
  const rows: (string | number | null)[][] = [];
  const edges: [string, string, number][] = [];
  const isOpen = (id: string): boolean => {
    const issue = found.get(id)?.issue;
    return issue === undefined || !isResolved(issue.status, issue.tombstone === true);
  };
  for (const { issue, standing, place } of found.values()) {
    let blockers = 0;
    for (const [target, n] of blockingTargets(issue)) {
      edges.push([target, issue.id, n]);
      if (isOpen(target)) blockers += n;
    }
    rows.push(columnsOf(issue, standing, place, blockers));
  }
  // In the order of their trees, which then grow at one end.
  insertRows(db, "issue", rows.toSorted(byFirst));
  insertRows(db, "edge", edges.toSorted(byFirst));
}

function byFirst([one]: readonly (string | number | null)[], [other]: readonly (string | number | null)[]): number {
  return `${one}` < `${other}` ? -1 : 1;
}

/** Whether an edge is stored with another issue than the one it is about. */
export function hasStrayEdge({ id, dependencies }: IndexedIssue): boolean {
  return dependencies.some((edge) => edge.issue_id !== id);
}
