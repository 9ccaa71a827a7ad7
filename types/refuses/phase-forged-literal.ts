// refuses: TS2739
import type { Idle } from "#runtime";

export const forged: Idle = { phase: "Idle", think: (): Promise<never> => Promise.reject(new Error("nowhere")) };
