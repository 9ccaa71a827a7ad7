// refuses: TS2741
import type { JoinClosed } from "#kernel";

declare const real: JoinClosed;

export const forged: JoinClosed = { evidence: real.evidence, evidenceDigest: real.evidenceDigest, report: real.report, witness: real.witness };
