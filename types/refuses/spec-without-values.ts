// refuses: TS2741
import type { CallSpecDraft } from "#kernel";

export const draft: CallSpecDraft = {
  turn: { sessionId: "hs1", index: 0 },
  modelRef: "acme/coder-2",
  actionMode: "json",
  executionPattern: "chain",
};
