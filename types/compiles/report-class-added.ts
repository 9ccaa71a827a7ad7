import type { JoinReport } from "../../src/kernel/gate/join-check.ts";

export function added(report: JoinReport): readonly string[] {
  return [...report.failureClasses, "tool.result_missing"];
}
