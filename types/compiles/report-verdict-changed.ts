import type { JoinReport } from "../../src/kernel/gate/join-check.ts";

export function verdict(report: JoinReport): boolean {
  return report.accepted;
}
