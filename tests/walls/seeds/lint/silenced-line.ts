// in: src/kernel/seed-ts-ignore.ts  refuses: typescript(ban-ts-comment)
// @ts-ignore
export const title: string = document.title;
