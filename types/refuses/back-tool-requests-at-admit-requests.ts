// refuses: TS2739
// emitted: TS2345
import { admitRequests, type RequestDraft, type Sha256, type ToolRequests, type Verdict } from "#kernel";

declare const given: ToolRequests;
declare const draft: RequestDraft;
declare const sha256: Sha256;

export const next: Verdict<ToolRequests> = admitRequests(given, draft, sha256);
