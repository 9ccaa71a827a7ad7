// refuses: TS2345
import { type Digest, digestText } from "../../src/kernel/digest/digest.ts";

export const digest = (hash: (text: string) => Promise<string>): Digest => digestText(hash, "text");
