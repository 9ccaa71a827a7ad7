// refuses: TS2322
import { type Digest, parseDigest } from "../../src/kernel/digest/digest.ts";

export const bound = (text: string): Digest => parseDigest(text);
