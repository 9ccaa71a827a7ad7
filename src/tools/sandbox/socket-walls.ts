import { lstatSync, readFileSync } from "node:fs";
import { codeOf } from "../workspace/file-failure.ts";
import type { Wall } from "./wall.ts";

/** More doors than this one by one, and a command would take longer to start than to run. */
const MAX_SOCKETS = 200;

/**
 * Walls before the sockets of this machine that have a name in the file system: neither a read-only mount nor a network space keeps a
 * command from connecting to one, and behind it may be an agent for keys, a container runtime or a bus.
 */
export function socketWalls(): readonly Wall[] {
  const paths = new Set([...listed().matchAll(/^\S+:(?: +\S+){6} (\/.*)$/gm)].map(([, path = ""]) => path));
  return [...paths]
    .filter(isSocket)
    .slice(0, MAX_SOCKETS)
    .map((path): Wall => ({ kind: "masked_socket", path }));
}

function listed(): string {
  try {
    return readFileSync("/proc/net/unix", "utf8");
  } catch (error) {
    if (codeOf(error) !== undefined) return "";
    throw error;
  }
}

function isSocket(path: string): boolean {
  try {
    return lstatSync(path).isSocket();
  } catch (error) {
    if (codeOf(error) !== undefined) return false;
    throw error;
  }
}
