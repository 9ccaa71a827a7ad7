// refuses: TS2540
import type { JoinReport } from "../../src/kernel/gate/join-check.ts";

export function accept(report: JoinReport): void {
  report.accepted = true;
}
