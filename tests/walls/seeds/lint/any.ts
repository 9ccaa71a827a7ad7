// in: src/cli/seed-any.ts  refuses: typescript(no-explicit-any)
export const size = (value: { readonly [key: string]: any }): number => Object.keys(value).length;
