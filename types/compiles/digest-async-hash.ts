import { type Digest, digestText } from "../../src/kernel/digest/digest.ts";

export const digest = (hash: (text: string) => string): Digest => digestText(hash, "text");
