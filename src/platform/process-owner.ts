import { readFileSync, readlinkSync } from "node:fs";

/** Names this process so that another one can tell whether it still runs: machine start, process space, number and start time. */
export function ownerName(): string {
  const space = readlinkSync("/proc/self/ns/pid").replaceAll(/\D/g, "");
  return [bootName(), space, process.pid, startTime(process.pid) ?? "0"].join(".");
}

/** How long a session that nobody can look at must have been silent to count as gone: in the middle of a change, and otherwise. */
export const PATIENCE_MS = { changing: 120_000, idle: 86_400_000 } as const;

/** Whether a process runs no more. One of another process space cannot be looked at: what counts is how long it has been silent. */
export function isGone(owner: string, silentMs: number, patienceMs: number = PATIENCE_MS.idle): boolean {
  const [boot, space, pid, start] = owner.split(".");
  if (boot !== bootName()) return true;
  if (`pid:[${space}]` !== readlinkSync("/proc/self/ns/pid")) return silentMs > patienceMs;
  return startTime(Number(pid)) !== start;
}

/** Whether a process of this name can be looked at from here: it was of this machine start and this process space. */
export function isNeighbour(owner: string): boolean {
  const [boot, space] = owner.split(".");
  return boot === bootName() && `pid:[${space}]` === readlinkSync("/proc/self/ns/pid");
}

function bootName(): string {
  return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").slice(0, 8);
}

/** When a process was started, in ticks since the machine was; undefined when it runs no more. With its number it names it for ever. */
export function startTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in brackets may hold spaces and brackets itself. A process that is only waiting to be collected writes no more.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? undefined : fields[19];
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}
