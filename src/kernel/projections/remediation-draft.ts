import { trimmed } from "../evidence/text.ts";
import { nanosOf, type Timestamp, timestampOfNanos } from "../issues/timestamp.ts";
import { REMEDIATION_ACTION, windowEndOf } from "./kpi.ts";
import type { KpiRow } from "./kpi-row.ts";
import type { TrajectoryDraft } from "./trajectory-row.ts";

const NANOS_PER_MICRO = 1_000n;
const MILLISECOND = 1_000_000n;

/** The row that records what was done about a rollback. It lies behind the newest step even where that is ahead of the clock, so that it counts. */
export function remediationDraft(said: string, rows: readonly KpiRow[], now: Timestamp): TrajectoryDraft {
  const end = windowEndOf(rows) * NANOS_PER_MICRO;
  const at = nanosOf(now) > end ? now : timestampOfNanos(end + MILLISECOND);
  return {
    stepId: `${REMEDIATION_ACTION}.${at.replaceAll(/[^0-9TZ]/g, "")}`,
    action: REMEDIATION_ACTION,
    resultClass: "completed",
    witnessRefs: [`remediation://${trimmed(said)}`],
    finishedAt: at,
  };
}
