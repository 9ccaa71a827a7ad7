// refuses: TS2741
import type { CallSpecDraft, SpecValues } from "#kernel";

declare const values: SpecValues;

export const draft: CallSpecDraft = {
  modelRef: "acme/coder-2",
  actionMode: "json",
  executionPattern: "chain",
  values,
};
