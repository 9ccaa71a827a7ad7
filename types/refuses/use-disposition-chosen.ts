// refuses: TS2353
import type { UseDraft } from "#kernel";

export const draft: UseDraft = { notes: [{ toolCallId: "tc-1", disposition: "consumed" }] };
