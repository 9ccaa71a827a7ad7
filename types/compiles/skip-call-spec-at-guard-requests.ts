import { type GuardDecisions, type GuardedRequests, guardRequests, type ToolRequests, type Verdict } from "#kernel";

declare const given: ToolRequests;
declare const decisions: GuardDecisions;

export const next: Verdict<GuardedRequests> = guardRequests(given, decisions);
