import type { Normalization } from "../../src/kernel/evidence/normalize.ts";

export const joinSetDigest = (normalization: Normalization): string =>
  normalization.ok ? normalization.evidence.digests.joinSetDigest : normalization.reason;
