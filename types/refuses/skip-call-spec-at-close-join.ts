// refuses: TS2739
// emitted: TS2345
import { type CallSpec, closeJoin, type JoinClosed, type TurnClosing, type Verdict } from "#kernel";

declare const given: CallSpec;
declare const closing: TurnClosing;

export const next: Verdict<JoinClosed> = closeJoin(given, closing);
