import type { JoinClosed, Verdict } from "#kernel";

declare const verdict: Verdict<JoinClosed>;

export const join: JoinClosed | undefined = verdict.admitted ? verdict.next : undefined;
