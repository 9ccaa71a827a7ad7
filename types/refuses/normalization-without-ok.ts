// refuses: TS2339
import type { Normalization } from "../../src/kernel/evidence/normalize.ts";

export const joinSetDigest = (normalization: Normalization): string => normalization.evidence.digests.joinSetDigest;
