import type { CallSpecDraft, SpecValues } from "#kernel";

declare const values: SpecValues;

export const draft: CallSpecDraft = {
  turn: { sessionId: "hs1", index: 0 },
  modelRef: "acme/coder-2",
  actionMode: "json",
  executionPattern: "chain",
  values,
};
