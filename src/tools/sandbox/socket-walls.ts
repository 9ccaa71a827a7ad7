import { lstatSync, readFileSync } from "node:fs";
import { quietly } from "../workspace/quietly.ts";
import { boundaryViolation } from "./boundary-violation.ts";
import type { Wall } from "./wall.ts";

/** More doors than this one by one, and a command would take longer to start than to run. */
const MAX_SOCKETS = 500;

/**
 * Walls before the sockets of this machine that have a name in the file system: neither a read-only mount nor a network space keeps a
 * command from connecting to one, and behind it may be an agent for keys, a container runtime or a bus. Those that are hidden anyway are
 * left out. The kernel names them as they were bound: one that was moved, or bound by a relative name, is not found.
 */
export function socketWalls(isHidden: (path: string) => boolean): readonly Wall[] {
  const paths = new Set([...listed().matchAll(/^\S+:(?: +\S+){6} (\/.*)$/gm)].map(([, path = ""]) => path));
  const open = [...paths].filter((path) => !isHidden(path) && isSocket(path));
  if (open.length > MAX_SOCKETS)
    throw boundaryViolation(`${open.length} sockets of other programs can be reached here, more than can be masked`);
  return open.map((path): Wall => ({ kind: "masked_socket", path }));
}

function listed(): string {
  return quietly("", () => readFileSync("/proc/net/unix", "utf8"));
}

function isSocket(path: string): boolean {
  return quietly(false, () => lstatSync(path).isSocket());
}
