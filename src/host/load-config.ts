import { type ConfigFile, type ResolvedConfig, resolveConfig } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "./action.ts";

/** The configuration that holds for a command, and the file it was read from, if any. */
export interface LoadedConfig {
  readonly file: ConfigFile["path"] | undefined;
  readonly config: ResolvedConfig;
}

/** Finds, reads and merges the configuration of a command that has the flag `--config`; what is wrong is unusable input. */
export async function loadConfig(args: Arguments, ports: HostPorts): Promise<Outcome<LoadedConfig>> {
  const read = await ports.readConfigFile(args.values.get("config"));
  if (!read.ok) return { ok: false, message: `error: ${read.reason}` };
  const resolution = resolveConfig({ file: read.file, environment: ports.environment, flags: args.values });
  if (!resolution.ok) return { ok: false, message: `error: ${resolution.reason}` };
  return { ok: true, data: { file: read.file?.path, config: resolution.config } };
}
