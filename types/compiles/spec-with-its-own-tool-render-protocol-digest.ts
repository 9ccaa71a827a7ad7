import type { CallSpec, CallSpecDraft } from "#kernel";

declare const draft: CallSpecDraft;
declare const spec: CallSpec;

export const typed: CallSpecDraft = { ...draft, modelRef: draft.modelRef };
export const computed: string = spec.wire.toolRenderProtocolDigest;
