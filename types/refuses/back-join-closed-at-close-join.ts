// refuses: TS2345
import { closeJoin, type JoinClosed, type TurnClosing, type Verdict } from "#kernel";

declare const given: JoinClosed;
declare const closing: TurnClosing;

export const next: Verdict<JoinClosed> = closeJoin(given, closing);
