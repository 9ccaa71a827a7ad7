import { type Digest, parseDigest } from "../../src/kernel/digest/digest.ts";

export const bound = (text: string, fallback: Digest): Digest => parseDigest(text) ?? fallback;
