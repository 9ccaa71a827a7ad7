// refuses: TS2353
import type { CallSpecDraft } from "#kernel";

declare const draft: CallSpecDraft;

export const typed: CallSpecDraft = { ...draft, mutationPolicyDigest: "sha256:0" };
