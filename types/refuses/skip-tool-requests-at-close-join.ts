// refuses: TS2345
import { closeJoin, type JoinClosed, type ToolRequests, type TurnClosing, type Verdict } from "#kernel";

declare const given: ToolRequests;
declare const closing: TurnClosing;

export const next: Verdict<JoinClosed> = closeJoin(given, closing);
