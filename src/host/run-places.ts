import type { ResolvedConfig } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "./action.ts";
import { failed, MACHINE_HINT, unusable } from "./failed.ts";
import { givenWorkspace } from "./given-workspace.ts";
import { STATE_FILES } from "./init-files.ts";
import { below, folderOf } from "./path-text.ts";
import type { RunPlaces } from "./run-wish.ts";

/** The folder that the agent works in: the one that is named, else the root of this repository, else this folder. */
export async function runWorkspace(args: Arguments, ports: HostPorts): Promise<Outcome<string>> {
  if (args.values.has("workspace")) return givenWorkspace(args, ports);
  const root = await ports.runGit(".", ["rev-parse", "--show-toplevel"]);
  return { ok: true, data: ports.realPath(root.ok && root.text !== "" ? root.text : ".") };
}

/** The state folder that is meant: by flag, by configuration, else the one of this repository. */
export function runStateFolder(args: Arguments, { values, rows }: ResolvedConfig, ports: HostPorts): string {
  const named = args.values.get("state");
  if (named !== undefined) return named;
  const setting = rows.find(({ path }) => path === "stateDir")?.setting;
  if (setting !== undefined && setting.origin.kind !== "default") return values.stateDir;
  return folderOf(ports.issuesPath(undefined)) || ".";
}

/**
 * Whoever works in a workspace may write in it, but for `.premath`: what is recorded has to stand there, or outside. It stands outside where a
 * person says so, and not because a link of the repository leads there.
 */
export function stateFolderProblem(
  args: Arguments,
  { stateFolder, workspace }: RunPlaces,
  ports: HostPorts,
): string | undefined {
  const place = ports.realPath(stateFolder);
  const link = args.values.has("state") ? undefined : linkOut(stateFolder, workspace, ports);
  if (link !== undefined)
    return `${link} is a link that leads out of the repository, and runs would write there: take it away, or name the folder with --state`;
  if (place !== workspace && !place.startsWith(`${workspace}/`)) return undefined;
  if (place.slice(workspace.length + 1).split("/")[0] === PROTECTED_STATE) return undefined;
  return `the state folder ${stateFolder} is in the workspace, where the agent could write to it: use ${PROTECTED_STATE} there, or a folder outside`;
}

const PROTECTED_STATE = ".premath";
/** What runs write in a state folder. */
const WRITTEN = ["sessions", "cassettes", "witnesses"];

/** The first step of the way to what is written that is a link out of the folder it stands in, and out of the workspace. */
function linkOut(stateFolder: string, workspace: string, ports: HostPorts): string | undefined {
  const isIn = (path: string, folder: string): boolean => path.startsWith(folder === "/" ? folder : `${folder}/`);
  const steps = [...stepsTo(stateFolder), ...WRITTEN.map((name) => below(stateFolder, name))];
  return steps.find((step) => {
    const place = ports.realPath(step);
    return !isIn(place, ports.realPath(folderOf(step) || ".")) && place !== workspace && !isIn(place, workspace);
  });
}

/** The steps of a relative path, those upwards apart; of one from the root only the last: how a machine's own folders are linked is not the repository's doing. */
function stepsTo(path: string): readonly string[] {
  if (path.startsWith("/")) return [path];
  const names = path.split("/");
  return names.flatMap((name, at) => (["", ".", ".."].includes(name) ? [] : [names.slice(0, at + 1).join("/")]));
}

/** Makes the state folder with the files that keep git at peace with it, where there is none; says whether it had to. */
export function makeStateFolder(path: RunPlaces["stateFolder"], ports: HostPorts): Outcome<boolean> {
  const kind = ports.kindOf(path);
  if (kind === "folder") return { ok: true, data: false };
  if (kind !== "missing") return unusable(`the state folder ${path} is no folder`);
  const made = ports.makeFolder(path);
  if (!made.ok) return failed(`failed to make the state folder ${path}: ${made.reason}`, MACHINE_HINT);
  for (const [name, text] of Object.entries(STATE_FILES)) {
    const written = ports.writeFile(below(path, name), text);
    if (!written.ok) return failed(`failed to write ${below(path, name)}: ${written.reason}`, MACHINE_HINT);
  }
  return { ok: true, data: true };
}
