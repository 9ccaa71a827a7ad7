// in: src/cli/compose.ts  refuses: eslint(no-restricted-imports)
import type { HostPorts } from "#host";
import { readInput, readStandardInput, sha256, utf8 } from "../platform/index.ts";

export function composePorts(): HostPorts {
  return { sha256, utf8, readInput, readStandardInput };
}
