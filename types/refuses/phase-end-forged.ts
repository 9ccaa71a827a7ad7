// refuses: TS2739
import type { Interrupted } from "#runtime";

export const end: Interrupted = { phase: "Interrupted", reason: "because I say so", steps: 1 };
