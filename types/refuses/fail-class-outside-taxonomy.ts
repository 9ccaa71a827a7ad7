// refuses: TS2322
import type { FailClass } from "../../src/kernel/gate/classes.ts";

export const failClass: FailClass = "tool.result_late";
