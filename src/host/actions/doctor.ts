import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { doctorRows, type DoctorRow } from "../doctor-rows.ts";
import { givenWorkspace } from "../given-workspace.ts";

export type { DoctorRow } from "../doctor-rows.ts";

/** What was found on this machine, row by row, and the worst of it. */
export interface DoctorData {
  readonly state: DoctorRow["state"];
  readonly workspace: string;
  readonly rows: readonly DoctorRow[];
}

const WORST_FIRST = ["fail", "warn"] as const;

/** Looks at everything that commands rest on. Something that does not work is an answer with exit code 1. */
export async function run(args: Arguments, ports: HostPorts): Promise<Outcome<DoctorData>> {
  const folder = givenWorkspace(args, ports);
  if (!folder.ok) return folder;
  const workspace = folder.data;
  const [found, git] = [await ports.examine(workspace), await ports.runGit(workspace, ["--version"])];
  const rows = doctorRows({ found, git });
  const state = WORST_FIRST.find((worst) => rows.some((row) => row.state === worst)) ?? "ok";
  return { ok: true, data: { state, workspace, rows }, ...(state === "fail" ? { exit: 1 } : {}) };
}
