import {
  expansionPaused,
  kpiOf,
  type KpiReport,
  type KpiRow,
  kpiWindows,
  remediationDraft,
  type TrajectoryRow,
} from "#kernel";
import type { RecentRows } from "#ports";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { unusable } from "../failed.ts";
import { wholeNumber } from "../given.ts";
import { readThresholds } from "../kpi-thresholds.ts";
import { below, folderOf } from "../path-text.ts";
import { withArtifacts } from "../with-artifacts.ts";

/** The files that a report is about, from the root. */
export interface KpiRefs {
  readonly trajectoryPath: string;
  readonly sessionPath: string;
  readonly issuesPath: string;
}

/** The KPI of the newest window, those before it, and what follows from it. */
export interface KpiData {
  readonly report: KpiReport & { readonly refs: KpiRefs };
  /** The oldest first; the last one is the report's. */
  readonly windows: readonly KpiReport[];
  /** Whether more than the report was asked for. */
  readonly isDetailed: boolean;
  /** No further worker starts. */
  readonly paused: boolean;
  readonly remediation?: TrajectoryRow;
}

const WINDOWS = 8;

/** Computes the KPI (contract 3.2); with `--remediate` it first records what was done. Exit code 0 for every decision. */
export async function run(args: Arguments, ports: HostPorts): Promise<Outcome<KpiData>> {
  const thresholds = readThresholds(args);
  if (!thresholds.ok) return thresholds;
  const said = args.values.get("remediate");
  if (said?.trim() === "") return unusable("--remediate must say what was done");
  const refs = refsOf(args, ports);
  if (ports.kindOf(refs.trajectoryPath) === "folder" || ports.kindOf(refs.trajectoryPath) === "other")
    return unusable(`trajectory path is not a file: ${refs.trajectoryPath}`);
  return withArtifacts(async () => {
    const count = wholeNumber(args, "windows") ?? WINDOWS;
    const { windowHours } = thresholds.data;
    const reads = await ports.readTrajectories();
    const before = reads.recent(refs.trajectoryPath, windowHours * count);
    const { problem } = before;
    if (problem !== undefined) return unusable(problem);
    const remediation = said === undefined ? undefined : await remediate(said, refs, before, ports);
    const rows: readonly KpiRow[] = remediation === undefined ? before.rows : [...before.rows, remediation];
    const windows = kpiWindows(rows, count, thresholds.data);
    if (windows.length === 0) return unusable("--window-hours reaches back before the year 1");
    return {
      ok: true,
      data: {
        report: { ...kpiOf(rows, thresholds.data), refs },
        windows,
        isDetailed: args.values.has("windows") || remediation !== undefined,
        paused: expansionPaused(rows, thresholds.data),
        ...(remediation === undefined ? {} : { remediation }),
      },
    };
  });
}

async function remediate(
  said: string,
  { trajectoryPath }: KpiRefs,
  { rows }: RecentRows,
  ports: HostPorts,
): Promise<TrajectoryRow | undefined> {
  const trajectories = await ports.openTrajectories();
  const [row] = trajectories.append(trajectoryPath, [remediationDraft(said, rows, ports.now())]);
  return row;
}

/** What was given is meant from here; else the files beside this repository's issues. */
function refsOf({ values }: Arguments, ports: HostPorts): KpiRefs {
  const issues = ports.issuesPath(undefined);
  const place = (flag: string, name: string): string => {
    const path = values.get(flag) ?? below(folderOf(issues), name);
    return path.startsWith("/") ? path : ports.realPath(path);
  };
  return {
    trajectoryPath: place("trajectory-path", "harness_trajectory.jsonl"),
    sessionPath: place("session-path", "harness_session.json"),
    issuesPath: place("issues-path", "issues.jsonl"),
  };
}
