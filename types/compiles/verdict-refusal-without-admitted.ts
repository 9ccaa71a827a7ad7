import type { JoinClosed, Refusal, Verdict } from "#kernel";

declare const verdict: Verdict<JoinClosed>;

export const refusal: Refusal | undefined = verdict.admitted ? undefined : verdict.refusal;
