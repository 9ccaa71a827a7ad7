import { splitNotes } from "#kernel";
import type { Run } from "./run.ts";
import { shownView } from "./taken-view.ts";

const NOTHING: readonly string[] = Object.freeze([]);

/** What the model is told beside the history with the next request: each once where the policy says so, no more than it takes (R21). */
export function queuedNotes({ state, setting }: Run): readonly string[] {
  const { notes } = state;
  if (notes.length === 0) return NOTHING;
  return splitNotes(notes, setting.policies.values.reminderQueuePolicy).told;
}

/** What the model would be shown of a state view. */
export interface RenderedView {
  readonly viewId: string;
  readonly text: string;
}

const NO_VIEWS: readonly RenderedView[] = Object.freeze([]);

/** What the model is to be shown of the state views. */
export function renderedViews(run: Run): readonly RenderedView[] {
  const { views } = run.setting;
  if (views.length === 0) return NO_VIEWS;
  return views.flatMap((row) => {
    const text = shownView(run, row);
    return text === undefined ? [] : [{ viewId: row.viewId, text }];
  });
}

/** What a model is told that spoke last itself: no provider goes on behind its own words (PEERS 17). */
export const GO_ON = "Go on where you were.";
