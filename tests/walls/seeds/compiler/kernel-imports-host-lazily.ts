// in: src/kernel/gate/seed.ts  refuses: TS6059 TS6307
export const host: () => Promise<unknown> = () => import("../../host/index.ts");
