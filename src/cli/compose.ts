import type { HostPorts } from "#host";
import { listOwn, readConfigFile, readInput, readOwn, readStandardInput, sha256, utf8 } from "#platform";

/** The only place where the outside meets the actions: their ports, made of this platform's parts. */
export function composePorts(): HostPorts {
  return {
    sha256,
    utf8,
    readInput,
    readStandardInput,
    readOwn,
    listOwn,
    readConfigFile,
    environment: (name) => process.env[name],
  };
}
