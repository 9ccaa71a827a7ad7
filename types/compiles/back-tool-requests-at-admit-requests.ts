import { admitRequests, type CallSpec, type RequestDraft, type Sha256, type ToolRequests, type Verdict } from "#kernel";

declare const given: CallSpec;
declare const draft: RequestDraft;
declare const sha256: Sha256;

export const next: Verdict<ToolRequests> = admitRequests(given, draft, sha256);
