// refuses: TS2345
import { type GuardDecisions, type GuardedRequests, guardRequests, type Verdict } from "#kernel";

declare const given: GuardedRequests;
declare const decisions: GuardDecisions;

export const next: Verdict<GuardedRequests> = guardRequests(given, decisions);
