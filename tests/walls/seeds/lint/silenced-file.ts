// in: src/kernel/seed-ts-nocheck.ts  refuses: typescript(ban-ts-comment)
// @ts-nocheck
export const title: string = document.title;
