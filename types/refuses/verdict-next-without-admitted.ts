// refuses: TS2339
import type { JoinClosed, Verdict } from "#kernel";

declare const verdict: Verdict<JoinClosed>;

export const join: JoinClosed = verdict.next;
