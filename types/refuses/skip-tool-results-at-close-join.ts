// refuses: TS2345
import { closeJoin, type JoinClosed, type ToolResults, type TurnClosing, type Verdict } from "#kernel";

declare const given: ToolResults;
declare const closing: TurnClosing;

export const next: Verdict<JoinClosed> = closeJoin(given, closing);
