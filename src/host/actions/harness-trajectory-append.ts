import { InvariantError, type TrajectoryDraft, type TrajectoryRow, wholeSecond } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { given } from "../given.ts";
import { withArtifacts } from "../with-artifacts.ts";

/** The row as it stands in its file now. */
export interface TrajectoryAppendData {
  readonly action: "harness-trajectory.append";
  readonly path: string;
  readonly row: TrajectoryRow;
}

/** Appends one row to a trajectory (contract 2.5). */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<TrajectoryAppendData>> {
  return withArtifacts(async () => {
    const path = args.values.get("path") ?? "";
    const trajectories = await ports.openTrajectories();
    const rows = trajectories.append(path, [draftOf(args, ports)]);
    return { ok: true, data: { action: "harness-trajectory.append", path, row: onlyOf(rows) } };
  });
}

function draftOf({ values, lists }: Arguments, { now }: HostPorts): TrajectoryDraft {
  return {
    stepId: values.get("step-id") ?? "",
    action: values.get("action") ?? "",
    resultClass: values.get("result-class") ?? "",
    finishedAt: values.get("finished-at") ?? wholeSecond(now()),
    ...given({
      issueId: values.get("issue-id"),
      instructionRefs: lists.get("instruction-ref"),
      witnessRefs: lists.get("witness-ref"),
      lineageRefs: lists.get("lineage-ref"),
      startedAt: values.get("started-at"),
    }),
  };
}

/** One draft makes one row. */
function onlyOf([row]: readonly TrajectoryRow[]): TrajectoryRow {
  if (row === undefined) throw new InvariantError("no row was appended");
  return row;
}
