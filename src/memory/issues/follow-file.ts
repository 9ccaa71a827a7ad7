import { statSync } from "node:fs";
import { compareMark } from "./file-mark.ts";
import { type IndexState, readState } from "./index-state.ts";
import type { OpenStore } from "./open-store.ts";
import { rebuildIndex } from "./rebuild-index.ts";
import { takeInTail } from "./take-in-tail.ts";

/**
 * Brings the index up to the file (under the lock): nothing to do, rows that others appended, or another file altogether, which is read
 * from its beginning. The file always wins.
 */
export function followFile(store: OpenStore): IndexState {
  const { file } = store;
  const state = readState(store.db);
  const stat = statSync(store.paths.issues, { bigint: true });
  const found = state === undefined ? "replaced" : compareMark(state.mark, file.path, stat);
  if (state !== undefined && found === "same") return state;
  if (state !== undefined && found === "grown") return takeInTail(store, state);
  // What the log said was settled before the file was replaced: a row that is gone since is lost, not interrupted.
  return rebuildIndex(store, state?.log);
}
