import type { HostPorts } from "#host";
import { readInput, readStandardInput, sha256, utf8 } from "#platform";

/** The only place where the outside meets the actions: their ports, made of this platform's parts. */
export function composePorts(): HostPorts {
  return { sha256, utf8, readInput, readStandardInput };
}
