import { markFile } from "./file-mark.ts";
import { type IndexState, writeState } from "./index-state.ts";
import type { OpenStore } from "./open-store.ts";

/** Notes in the index that everything up to `end` is in it: what was read, not what the file has grown to since. */
export function noteEnd(store: OpenStore, state: Omit<IndexState, "mark">, end: number): IndexState {
  const whole = { ...state, mark: markFile(store.file.descriptor, end) };
  writeState(store.db, whole);
  return whole;
}
