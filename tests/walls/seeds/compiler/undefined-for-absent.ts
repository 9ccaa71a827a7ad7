// in: src/kernel/json/seed.ts  refuses: TS2375
export const row: { readonly digest?: string } = { digest: undefined };
