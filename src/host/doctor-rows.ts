import type { BackendTrial, Examination } from "#ports";
import type { GitAnswer } from "./action.ts";
import { type DoctorRow, listed, row } from "./doctor-row.ts";

/** Everything that is judged. */
export interface Findings {
  readonly found: Examination;
  readonly git: GitAnswer;
}

/** The oldest Node that the program runs on. */
const OLDEST_NODE = 20;

/** Judges what was found. `fail`: something does not work, or runs though it should not. `warn`: it works, but not as well as it could. */
export function doctorRows({ found, git }: Findings): readonly DoctorRow[] {
  return [
    node(found.nodeVersion),
    ...found.backends.map((trial) => backend(trial, found.backends)),
    gitRow(git),
    ripgrep(found.ripgrep),
    stateFolder(found.stateFolder),
    children(found.children),
    drafts(found.drafts),
    held(found.held),
  ];
}

function node(version: string): DoctorRow {
  const isUsable = Number.parseInt(version, 10) >= OLDEST_NODE;
  return row("node", version, isUsable ? undefined : ["fail", `install Node ${OLDEST_NODE} or newer`]);
}

const INSTALL: Readonly<Record<BackendTrial["name"], string>> = {
  bwrap: "install bubblewrap (apt install bubblewrap)",
  unshare: "install util-linux: unshare, setpriv and mount",
};

function backend(trial: BackendTrial, all: readonly BackendTrial[]): DoctorRow {
  const id = `sandbox.${trial.name}`;
  // One that holds is enough; none means that no command can be run.
  const state = all.some(({ state: other }) => other === "holds") ? "warn" : "fail";
  switch (trial.state) {
    case "missing":
      return row(id, "not installed", [state, INSTALL[trial.name]]);
    case "broken":
      return row(id, `${trial.version}: ${trial.reason}`, [state, "allow user namespaces, or use the other backend"]);
    case "holds":
      return row(id, `${trial.version}, walls tried and holding: ${trial.probes.length}`);
    default:
      return trial satisfies never;
  }
}

function gitRow(git: GitAnswer): DoctorRow {
  return git.ok ? row("git", git.text.replace(/^git version /, "")) : row("git", git.reason, ["warn", "install git"]);
}

function ripgrep(found: Examination["ripgrep"]): DoctorRow {
  if (found.ok) return row("ripgrep", found.version);
  return row("ripgrep", found.reason, [
    "fail",
    "install tusk again: grep and glob need the ripgrep that comes with it",
  ]);
}

function stateFolder({ used, preferred }: Examination["stateFolder"]): DoctorRow {
  const mend = "set TUSK_STATE_DIR to a folder that only you can write to";
  if (used === undefined) return row("state-folder", `${preferred} cannot be written`, ["fail", mend]);
  if (used !== preferred) return row("state-folder", `${used}, for ${preferred} cannot be written`, ["warn", mend]);
  return row("state-folder", used);
}

function children(left: Examination["children"]): DoctorRow {
  if (left.length === 0) return row("children", "none runs on");
  const told = left.map(({ pid, program, since }) => `${pid} (${program}, since ${new Date(since).toISOString()})`);
  const pids = left.map(({ pid }) => pid).join(" ");
  return row("children", `still running: ${listed(told)}`, ["fail", `end them: kill -9 ${pids}`]);
}

function drafts(left: readonly string[]): DoctorRow {
  if (left.length === 0) return row("drafts", "none is left");
  return row("drafts", `of a killed session: ${listed(left)}`, [
    "warn",
    "the next session here clears them up; so does 'tusk tool call ls --args {}'",
  ]);
}

function held({ paths, inUse }: Examination["held"]): DoctorRow {
  if (paths.length === 0) return row("held-names", "none is held");
  const told = `${paths.length} held by empty folders: ${listed(paths)}`;
  if (inUse) return row("held-names", `${told}; a running command needs them`);
  return row("held-names", told, ["warn", "the next command here clears them up; so does 'tusk sandbox check'"]);
}
