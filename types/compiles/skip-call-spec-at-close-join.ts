import { closeJoin, type JoinClosed, type ToolUse, type TurnClosing, type Verdict } from "#kernel";

declare const given: ToolUse;
declare const closing: TurnClosing;

export const next: Verdict<JoinClosed> = closeJoin(given, closing);
