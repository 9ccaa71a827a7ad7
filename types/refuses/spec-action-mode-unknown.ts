// refuses: TS2322
import type { CallSpecDraft } from "#kernel";

declare const draft: CallSpecDraft;

export const typed: CallSpecDraft = { ...draft, actionMode: "yaml" };
