import { replaceWhole } from "#platform";
import type { IndexState } from "./index-state.ts";
import type { OpenStore } from "./open-store.ts";
import { rebuildIndex } from "./rebuild-index.ts";

/**
 * Replaces the issue file as a whole (under the lock): the old one or the new one is there, never a part. The index follows. False when the
 * lock was lost meanwhile: then it is not replaced, for it may have grown.
 */
export function replaceFile(
  store: OpenStore,
  bytes: Uint8Array,
  { log, nextFree }: Pick<IndexState, "log" | "nextFree">,
): boolean {
  const isReplaced = replaceWhole(store.paths.issues, bytes, store.isAlone);
  if (isReplaced) store.tryIndex(() => void rebuildIndex(store, log, nextFree));
  return isReplaced;
}
