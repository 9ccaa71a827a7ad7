import type { Init } from "./init-script.ts";
import type { Wall, WallPlan } from "./wall.ts";

// Where further user namespaces are forbidden bubblewrap leaves the kernel's settings open, and the machine's root may write them
// without any capability: `core_pattern` would be a way out.
const MACHINE = "--ro-bind / / --dev /dev --proc /proc --ro-bind /proc/sys /proc/sys".split(" ");
// Not --unshare-all: only with a named user namespace are further ones forbidden.
const NAMESPACES = "--unshare-user --disable-userns --unshare-pid --unshare-ipc --unshare-uts".split(" ");
const CARE = "--die-with-parent --new-session --cap-drop ALL --as-pid-1 --chdir /".split(" ");

/** What one command is started with. */
export interface BwrapCommand {
  readonly init: Init;
  readonly cwd: string;
  readonly command: readonly string[];
}

/** The words that start a command behind bubblewrap's walls. */
export function bwrapArgv(plan: WallPlan, { init, cwd, command }: BwrapCommand): readonly string[] {
  return [
    ...MACHINE,
    ...plan.before.flatMap(wallWords),
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
    ...command,
  ];
}

function wallWords(wall: Wall): readonly string[] {
  switch (wall.kind) {
    case "open":
      return ["--bind-try", wall.path, wall.path];
    case "closed":
      return ["--ro-bind-try", wall.path, wall.path];
    case "masked_folder":
      return ["--tmpfs", wall.path, "--remount-ro", wall.path];
    case "masked_file":
      return ["--ro-bind", "/dev/null", wall.path];
    case "held":
      // Not remounted: what is written into it is nowhere, and each remount costs as much as ten mounts.
      return ["--perms", "0555", "--tmpfs", wall.path];
    case "private":
      return ["--bind", wall.from, wall.path];
    case "fresh":
      return ["--perms", "0700", "--tmpfs", wall.path];
    default:
      return wall satisfies never;
  }
}
