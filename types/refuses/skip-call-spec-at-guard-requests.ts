// refuses: TS2739
// emitted: TS2345
import { type CallSpec, type GuardDecisions, type GuardedRequests, guardRequests, type Verdict } from "#kernel";

declare const given: CallSpec;
declare const decisions: GuardDecisions;

export const next: Verdict<GuardedRequests> = guardRequests(given, decisions);
