import type { JoinReport } from "../../src/kernel/gate/join-check.ts";

export const count = (report: JoinReport): number =>
  report.checks.flatMap((row) => (row.outcome === "tripped" ? row.findings : [])).length;
