// refuses: TS2345
import { closeJoin, type GuardedRequests, type JoinClosed, type TurnClosing, type Verdict } from "#kernel";

declare const given: GuardedRequests;
declare const closing: TurnClosing;

export const next: Verdict<JoinClosed> = closeJoin(given, closing);
