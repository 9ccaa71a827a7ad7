import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

export type BackendName = "bwrap" | "unshare";

/** The least that a backend has to be able to do: a process, mount and network space of its own, without rights. */
const TRIALS: Readonly<Record<BackendName, readonly [string, ...string[]]>> = {
  bwrap: [
    "/usr/bin/bwrap",
    ..."--ro-bind / / --unshare-user --unshare-pid --unshare-net --proc /proc --dev /dev true".split(" "),
  ],
  unshare: [
    "/usr/bin/unshare",
    ..."--user --map-root-user --mount --pid --fork --net mount -t tmpfs x /tmp".split(" "),
  ],
};

const known = new Map<BackendName, string | undefined>();

/** Why no walls of this backend can be tried here, in words that stand in a skipped test's name; undefined when they can. */
export function noWalls(backend: BackendName): string | undefined {
  if (!known.has(backend)) known.set(backend, reason(TRIALS[backend]));
  return known.get(backend);
}

/** The same of all backends: undefined when one of them can. */
export function noWallsAtAll(): string | undefined {
  const reasons = (["bwrap", "unshare"] as const).map(noWalls);
  return reasons.includes(undefined) ? undefined : reasons.join(", ");
}

function reason([program, ...argv]: readonly [string, ...string[]]): string | undefined {
  if (!existsSync(program)) return `${program} is not installed`;
  try {
    execFileSync(program, argv, { stdio: "pipe" });
    return undefined;
  } catch (error) {
    if (error instanceof Error && "stderr" in error)
      return `${program} may make no namespaces here: ${String(error.stderr).trim().split("\n")[0] ?? ""}`;
    throw error;
  }
}
