// refuses: TS2540
import type { JoinReport } from "../../src/kernel/gate/join-check.ts";

export function forge(report: JoinReport): void {
  report.normalized.digests.joinSetDigest = "sha256:0000";
}
