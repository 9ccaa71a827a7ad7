// refuses: TS2339
import type { JoinReport } from "../../src/kernel/gate/join-check.ts";

export const count = (report: JoinReport): number => report.checks.flatMap((row) => row.findings).length;
