import type { JoinReport } from "../../src/kernel/gate/join-check.ts";

export function held(report: JoinReport): number {
  return report.checks.filter((row) => row.outcome === "held").length;
}
