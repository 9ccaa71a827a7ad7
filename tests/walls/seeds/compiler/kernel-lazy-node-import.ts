// in: src/kernel/json/seed.ts  refuses: TS2591
export const files: () => Promise<unknown> = () => import("node:fs");
