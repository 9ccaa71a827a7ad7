import type { Arguments, HostPorts, Outcome } from "./action.ts";
import { unusable } from "./failed.ts";

/** The real path of the folder that `--workspace` names, or one sentence why it is none. */
export function givenWorkspace(args: Arguments, ports: HostPorts): Outcome<string> {
  const path = args.values.get("workspace") ?? ".";
  const kind = ports.kindOf(path);
  if (kind === "folder") return { ok: true, data: ports.realPath(path) };
  return unusable(`the workspace ${path} is ${kind === "missing" ? "missing" : "no folder"}`);
}
