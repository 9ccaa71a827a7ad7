// in: src/kernel/seed-ts-expect-error.ts  refuses: typescript(ban-ts-comment)
// @ts-expect-error the reason does not matter
export const title: string = document.title;
