import { findCorruption, foldRow, type Issue, readIssueLines, type Standing, writeIssue } from "#kernel";
import { utf8 } from "#platform";
import { noteEnd } from "./note-end.ts";
import { endLastLine, healTornTail } from "./heal-tail.ts";
import type { Place, Revision } from "./index-row.ts";
import type { IndexState } from "./index-state.ts";
import type { OpenStore } from "./open-store.ts";
import { hasStrayEdge, rebuildIndex } from "./rebuild-index.ts";

/** Takes in the rows that were appended since the index was last brought up to the file. */
export function takeInTail(store: OpenStore, state: IndexState): IndexState {
  const { file } = store;
  const { offset } = state.mark;
  const bytes = file.read(offset);
  if (findCorruption(bytes, utf8) !== undefined) return rebuildIndex(store, state.log);
  let { rows, ids, strayEdges } = state;
  let isClean = true;
  let end = offset + bytes.length;
  const tail = store.transact(() => {
    readIssueLines(bytes, utf8, { offset: 0, line: 1 }, (line) => {
      // What is wrong has a line number only when the whole file is read; markers are counted there too.
      if (line.kind === "bad" || line.kind === "conflict") isClean = false;
      // Another tool was at the file: it may have changed more than its end.
      if ((line.kind === "issue" || line.kind === "unterminated") && line.issue.rev === undefined) isClean = false;
      if (line.kind === "torn" && isClean) {
        end = offset + line.offset;
        healTornTail(store, file, end);
      }
      if (!isClean || (line.kind !== "issue" && line.kind !== "unterminated")) return;
      rows += 1;
      ids += takeIn(store, line.issue, { offset: offset + line.offset, length: line.length }) ? 1 : 0;
      strayEdges ||= hasStrayEdge(line.issue);
    });
    if (!isClean) return undefined;
    return noteEnd(store, { ...state, rows, ids, strayEdges }, endLastLine(file, end));
  });
  return tail ?? rebuildIndex(store, state.log);
}

/** True when the id is new. */
function takeIn(store: OpenStore, issue: Issue, place: Place): boolean {
  const known = store.index.find(issue.id);
  const previous = known === undefined ? undefined : store.readRow(issue.id);
  const standing = foldRow(known && previous && standingOf(known, previous), issue, {
    before: () => (previous === undefined ? "" : writeIssue(previous)),
    next: () => writeIssue(issue),
  });
  if (standing !== undefined) store.index.put(issue, standing, place, previous);
  return known === undefined;
}

function standingOf({ rev, explicit }: Revision, { updated_at, by = "" }: Issue): Standing {
  return { rev, explicit, updated_at, by };
}
