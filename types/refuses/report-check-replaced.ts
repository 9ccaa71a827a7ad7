// refuses: TS2542
import type { JoinReport } from "../../src/kernel/gate/join-check.ts";

export function hold(report: JoinReport): void {
  report.checks[0] = { class: "tool.result_missing", outcome: "held" };
}
