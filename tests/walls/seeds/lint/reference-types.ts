// in: src/kernel/seed-reference-types.ts  refuses: typescript(triple-slash-reference)
/// <reference types="node" />
export const one = 1;
