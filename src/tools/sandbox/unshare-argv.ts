import { DROPPED } from "./dropped-rights.ts";
import type { Init } from "./init-script.ts";
import type { WallPlan } from "./wall.ts";

/** The programs of util-linux that this takes, by absolute path. */
export interface UnsharePrograms {
  readonly unshare: string;
  readonly setpriv: string;
  readonly mount: string;
}

/** Who the command is to be inside: the same as outside. */
export interface CommandUser {
  readonly uid: number;
  readonly gid: number;
}

/** What one command is started with. */
export interface UnshareCommand {
  readonly programs: UnsharePrograms;
  readonly user: CommandUser;
  readonly init: Init;
  readonly cwd: string;
  readonly command: readonly string[];
}

const TIED = "--pdeathsig KILL --".split(" ");
const NAMESPACES =
  "--user --map-root-user --mount --propagation private --pid --fork --kill-child=KILL --ipc --uts".split(" ");

/**
 * The words that start a command behind walls of util-linux's programs. The first, `setpriv`, ties it to our life; `unshare` makes the
 * namespaces; a shell puts up the walls of descriptor 4 and runs the command without any capability.
 */
export function unshareArgv(plan: WallPlan, { programs, user, init, cwd, command }: UnshareCommand): readonly string[] {
  return [
    ...TIED,
    programs.unshare,
    ...NAMESPACES,
    ...(plan.network === "none" ? ["--net"] : []),
    "--",
    init.shell,
    "-c",
    setupScript(programs, user) + init.script,
    "tusk",
    cwd,
    ...asUser(programs, user),
    programs.setpriv,
    ...DROPPED,
    ...command,
  ];
}

/** Inside, the one who makes the mounts is root; the command is who it was, in a namespace below that one. */
function asUser({ unshare }: UnsharePrograms, { uid, gid }: CommandUser): readonly string[] {
  return uid === 0 ? [] : [unshare, "--user", `--map-user=${uid}`, `--map-group=${gid}`, "--keep-caps", "--"];
}

/**
 * Forbids further user namespaces, makes every mount read-only and without devices, then puts up the walls. Two mount processes do all
 * of it. A mount that could not be made read-only may stay only where nobody can get to it.
 */
function setupScript({ mount }: UnsharePrograms, { uid }: CommandUser): string {
  // Without devices there is no /dev/null any more: it is opened before.
  return `
exec 6>/dev/null
echo ${uid === 0 ? 0 : 1} >/proc/sys/user/max_user_namespaces || exit 91
${mount} -n -i -c -a -o remount,bind,ro,nosuid,nodev 2>&6 || while read -r _ _ _ _ place options _; do
  case $options in ro*) continue ;; esac
  place=$(printf '%b' "$(printf '%s' "$place" | sed 's/\\\\/\\\\0/g')")
  ${mount} -n -i -c -o remount,bind,ro,nosuid,nodev "$place" 2>&6 || [ ! -e "$place" ] || { echo "$place stays writable" >&2; exit 92; }
done </proc/self/mountinfo || exit 92
${mount} -n -i -c -a -T /proc/self/fd/4 || exit 93
exec 6>&-
cd /
`;
}
