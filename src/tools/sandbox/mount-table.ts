import type { Wall, WallPlan } from "./wall.ts";

/** A line of a mount table: source, target, type, options. */
type Row = readonly [string, string, string, string];

const SOURCE = "tusk";
const BIND = "none";

/** Devices that every program counts on. All others are cut off with the rest of `/dev`. */
const DEVICES = ["null", "zero", "full", "random", "urandom", "tty"];
/** Below `/proc`: what root of the machine may change though it has no capability. */
const PROC_CLOSED = ["sys", "irq", "bus", "sysrq-trigger"];

/** The walls as a mount table for `mount -a -T`, in order: one process makes them all. */
export function mountTable(plan: WallPlan, isThere: (path: string) => boolean): string {
  const own: Row = [
    // The folder we were started in, by itself: its name may be covered by now.
    ".",
    plan.root,
    BIND,
    plan.rootIsOpen ? "rbind,nosuid,nodev" : "rbind,ro,nosuid,nodev",
  ];
  // They come along when the folder they stand in takes the place of another.
  const shown = plan.shown.map(({ path, at }): Row => [path, at, BIND, "rbind,ro,nosuid,nodev,nofail"]);
  const rows = [...machineRows(isThere), ...shown, ...plan.before.map(wallRow), own, ...plan.after.map(wallRow)];
  return rows.map(tableLine).join("");
}

/** Mount passes over what it takes to be mounted already, as a workspace that is a mount point is; it does not know a path by `/./`. */
function tableLine([source, target, type, options]: Row): string {
  return `${[source, `/.${target}`, type, options].map(escaped).join(" ")} 0 0\n`;
}

/** Options that clear "no devices" have to be given as another one: without any, mount leaves the flags as they are. */
function machineRows(isThere: (path: string) => boolean): readonly Row[] {
  return [
    ...DEVICES.map((name): Row => [`/dev/${name}`, `/dev/${name}`, BIND, "bind,noexec"]),
    [SOURCE, "/dev/shm", "tmpfs", "mode=1777,nosuid,nodev"],
    [SOURCE, "/dev/pts", "devpts", "newinstance,ptmxmode=0666,mode=620,nosuid,noexec"],
    ["/dev/pts/ptmx", "/dev/ptmx", BIND, "bind,noexec"],
    [SOURCE, "/proc", "proc", "nosuid,nodev,noexec"],
    ...PROC_CLOSED.filter((name) => isThere(`/proc/${name}`)).map((name): Row => [
      `/proc/${name}`,
      `/proc/${name}`,
      BIND,
      "bind,ro,nosuid,nodev,noexec",
    ]),
  ];
}

function wallRow(wall: Wall): Row {
  switch (wall.kind) {
    case "open":
      return [wall.path, wall.path, BIND, "rbind,nosuid,nodev,nofail"];
    case "closed":
      return [wall.path, wall.path, BIND, "rbind,ro,nosuid,nodev,nofail"];
    case "masked_folder":
      return [SOURCE, wall.path, "tmpfs", "ro,mode=555,size=4k,nosuid,nodev"];
    case "masked_file":
      return ["/dev/null", wall.path, BIND, "bind,ro,nosuid,nodev"];
    case "masked_socket":
      return ["/dev/null", wall.path, BIND, "bind,ro,nosuid,nodev,nofail"];
    case "held":
      return [SOURCE, wall.path, "tmpfs", "ro,mode=555,size=4k,nosuid,nodev"];
    case "private":
      return [wall.from, wall.path, BIND, "rbind,nosuid,nodev"];
    case "fresh":
      return [SOURCE, wall.path, "tmpfs", "mode=700,nosuid,nodev"];
    default:
      return wall satisfies never;
  }
}

/** As tables write what would end a word. */
function escaped(word: string): string {
  return word.replaceAll(/[\s\\#]/g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`);
}
