import type { JoinReport } from "../../src/kernel/gate/join-check.ts";

export function digest(report: JoinReport): string {
  return report.normalized.digests.joinSetDigest;
}
