// refuses: TS2339
import type { JoinClosed, Refusal, Verdict } from "#kernel";

declare const verdict: Verdict<JoinClosed>;

export const refusal: Refusal = verdict.refusal;
