import { splitNotes } from "#kernel";
import type { Run } from "./run.ts";

const NOTHING: readonly string[] = Object.freeze([]);

/** What the model is told beside the history with the next request: each once where the policy says so, no more than it takes (R21). */
export function queuedNotes({ state, setting }: Run): readonly string[] {
  const { notes } = state;
  if (notes.length === 0) return NOTHING;
  return splitNotes(notes, setting.policies.values.reminderQueuePolicy).told;
}

/** What the model is shown of the state views. */
export function renderedViews(run: Run): readonly string[] {
  const { views } = run.setting;
  if (views.length === 0) return NOTHING;
  return views.flatMap((row) => (row.render === undefined ? [] : [row.render(row.view(run.view))]));
}
