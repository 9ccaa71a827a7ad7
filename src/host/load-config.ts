import { type ConfigFile, type ResolvedConfig, resolveConfig } from "#kernel";
import type { Arguments, HostConfigFile, HostPorts, Outcome } from "./action.ts";

/** The configuration that holds for a command, and the file it was read from, if any. */
export interface LoadedConfig {
  readonly file: ConfigFile["path"] | undefined;
  readonly config: ResolvedConfig;
}

/**
 * Finds, reads and merges the configuration of a command that only looks at it, or at keys that reach nothing; what is wrong is unusable
 * input. One in code that was found, and not named by `--config`, is run only where a person has trusted it.
 */
export async function loadConfig(args: Arguments, ports: HostPorts): Promise<Outcome<LoadedConfig>> {
  const named = args.values.get("config");
  return mergedConfig(named === undefined ? await readFound(ports) : await ports.readConfigFile(named), args, ports);
}

/** Merges what was read of a file with the layers above and below it. */
export function mergedConfig(read: HostConfigFile, args: Arguments, ports: HostPorts): Outcome<LoadedConfig> {
  if (!read.ok) return { ok: false, message: `error: ${read.reason}` };
  const resolution = resolveConfig({ file: read.file, environment: ports.environment, flags: args.values });
  if (!resolution.ok) return { ok: false, message: `error: ${resolution.reason}` };
  return { ok: true, data: { file: read.file?.path, config: resolution.config } };
}

async function readFound(ports: HostPorts): Promise<HostConfigFile> {
  const read = await ports.readConfigFile(undefined, { mayRun: false });
  if (!read.ok || read.passedOver === undefined) return read;
  const { foundCode, untrustedText } = await import("./found-config.ts");
  const found = await foundCode(read.passedOver, ports);
  if (!found.ok) return found;
  return found.config.state === "trusted"
    ? ports.readConfigFile(read.passedOver)
    : { ok: false, reason: untrustedText(found.config) };
}
