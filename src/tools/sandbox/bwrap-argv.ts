import type { Init } from "./init-script.ts";
import { DROPPED } from "./dropped-rights.ts";
import type { Wall, WallPlan } from "./wall.ts";

// Where further user namespaces are forbidden bubblewrap leaves the kernel's settings open, and the machine's root may write them
// without any capability: `core_pattern` would be a way out.
const MACHINE = "--ro-bind / / --dev /dev --proc /proc --ro-bind /proc/sys /proc/sys".split(" ");
// Not --unshare-all: only with a named user namespace are further ones forbidden.
const NAMESPACES = "--unshare-user --disable-userns --unshare-pid --unshare-ipc --unshare-uts".split(" ");
// The first process keeps a capability that reaches nothing, and the command has none: so it can neither trace the first one nor take
// its descriptors, by which the end of the command is told.
const CARE = "--die-with-parent --new-session --cap-drop ALL --cap-add CAP_SETPCAP --as-pid-1 --chdir /".split(" ");

/** What one command is started with. */
export interface BwrapCommand {
  readonly init: Init;
  /** The program that takes the last capability away. */
  readonly setpriv: string;
  readonly cwd: string;
  readonly command: readonly string[];
}

/** The words that start a command behind bubblewrap's walls. */
export function bwrapArgv(plan: WallPlan, { init, setpriv, cwd, command }: BwrapCommand): readonly string[] {
  return [
    ...MACHINE,
    ...plan.before.flatMap(wallWords),
    ...plan.shown.flatMap(({ path }) => ["--ro-bind-try", path, path]),
    plan.rootIsOpen ? "--bind" : "--ro-bind",
    plan.root,
    plan.root,
    ...plan.after.flatMap(wallWords),
    ...NAMESPACES,
    ...(plan.network === "none" ? ["--unshare-net"] : []),
    ...CARE,
    "--",
    init.shell,
    "-c",
    init.script,
    "tusk",
    cwd,
    setpriv,
    ...DROPPED,
    ...command,
  ];
}

function wallWords(wall: Wall): readonly string[] {
  switch (wall.kind) {
    case "open":
      return ["--bind-try", wall.path, wall.path];
    case "closed":
      return ["--ro-bind-try", wall.path, wall.path];
    case "masked_file":
    case "masked_socket":
      return ["--ro-bind", "/dev/null", wall.path];
    case "masked_folder":
    case "held":
      // Not remounted, as each remount costs as much as ten mounts: the little that can be written into it is nowhere.
      return ["--perms", "0555", "--size", "4096", "--tmpfs", wall.path];
    case "private":
      return ["--bind", wall.from, wall.path];
    case "fresh":
      return ["--perms", "0700", "--tmpfs", wall.path];
    default:
      return wall satisfies never;
  }
}
