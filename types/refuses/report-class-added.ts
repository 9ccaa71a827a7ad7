// refuses: TS2339
import type { JoinReport } from "../../src/kernel/gate/join-check.ts";

export function add(report: JoinReport): void {
  report.failureClasses.push("tool.result_missing");
}
