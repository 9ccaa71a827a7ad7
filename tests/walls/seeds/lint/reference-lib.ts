// in: src/kernel/seed-reference-lib.ts  refuses: typescript(triple-slash-reference)
/// <reference lib="dom" />
export const one = 1;
