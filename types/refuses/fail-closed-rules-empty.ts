// refuses: TS2322
import type { ClassRow } from "../../src/kernel/gate/rule.ts";

export const row: ClassRow = { clause: "K07", means: "m", remedy: "r", full: [] };
