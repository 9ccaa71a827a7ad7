import {
  GROUPINGS,
  parseTimestamp,
  type Timestamp,
  TRAJECTORY_MODES,
  type TrajectoryFilter,
  type TrajectoryMode,
  type TrajectoryProjection,
} from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { unusable } from "../failed.ts";
import { given, wholeNumber } from "../given.ts";
import { withArtifacts } from "../with-artifacts.ts";

/** How steps ended, newest first. */
export interface TrajectoryQueryData extends TrajectoryProjection {
  readonly action: "harness-trajectory.query";
  readonly path: string;
}

/** Asks a trajectory (contract 2.5). Lines that are no rows are counted and told; with `--strict` they fail it. */
export async function run(args: Arguments, ports: HostPorts): Promise<Outcome<TrajectoryQueryData>> {
  const since = args.values.get("since");
  const from = since === undefined ? undefined : parseTimestamp(since);
  if (since !== undefined && from === undefined)
    return unusable(`invalid value '${since}' for '--since <TIME>': it must be RFC 3339, such as 2026-02-01T00:00:00Z`);
  return withArtifacts(async () => {
    const path = args.values.get("path") ?? "";
    const trajectories = await ports.readTrajectories();
    const projection = trajectories.query(path, {
      mode: modeOf(args),
      limit: wholeNumber(args, "limit") ?? 0,
      strict: args.switches.has("strict"),
      ...given({ filter: filterOf(args, from), groupBy: GROUPINGS.find((by) => by === args.values.get("group-by")) }),
    });
    return { ok: true, data: { action: "harness-trajectory.query", path, ...projection } };
  });
}

/** The row takes no other word. */
function modeOf({ values }: Arguments): TrajectoryMode {
  const word = values.get("mode")?.replace("-", "_");
  return TRAJECTORY_MODES.find((mode) => mode === word) ?? "latest";
}

function filterOf({ values }: Arguments, since: Timestamp | undefined): TrajectoryFilter | undefined {
  const filter = given({ issueId: values.get("issue-id"), worker: values.get("worker"), since });
  return Object.keys(filter).length === 0 ? undefined : filter;
}
