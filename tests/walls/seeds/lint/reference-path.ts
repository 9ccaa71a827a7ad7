// in: src/kernel/seed-reference-path.ts  refuses: typescript(triple-slash-reference)
/// <reference path="../host/index.ts" />
export const one = 1;
