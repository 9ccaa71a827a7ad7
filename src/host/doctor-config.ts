import { type ResolvedConfig, resolveConfig } from "#kernel";
import type { Arguments, HostConfigFile, HostPorts } from "./action.ts";
import { type DoctorRow, row } from "./doctor-row.ts";
import { foundConfig } from "./found-config.ts";

/** The configuration that is looked at, and what there is to say of it. */
export interface DoctorConfig {
  readonly row: DoctorRow;
  readonly config: ResolvedConfig | undefined;
}

/**
 * Reads the configuration without running anything of a repository: one in code is run only where `--config` names it. One that cannot
 * be used is a row, and the rest is judged by the defaults.
 */
export async function doctorConfig(args: Arguments, ports: HostPorts): Promise<DoctorConfig> {
  const named = args.values.get("config");
  const read = await ports.readConfigFile(named, { mayRun: named !== undefined });
  if (!read.ok) return { row: broken(read.reason), config: withoutFile(ports) };
  const resolution = resolveConfig({ file: read.file, environment: ports.environment, flags: new Map() });
  if (!resolution.ok) return { row: broken(resolution.reason), config: withoutFile(ports) };
  const untrusted = named === undefined ? await untrustedRow(read, ports) : undefined;
  return { row: untrusted ?? rowOf(read.file?.path, read.passedOver), config: resolution.config };
}

function rowOf(path: string | undefined, passedOver: string | undefined): DoctorRow {
  if (passedOver !== undefined)
    return row("configuration", `${passedOver} is code and was not run; what follows goes by the defaults`, [
      "warn",
      `tusk doctor --config ${passedOver} runs it`,
    ]);
  return row("configuration", path ?? "there is none, and the defaults hold");
}

/** What `tusk run` would not use; code has a row of its own. */
async function untrustedRow(read: HostConfigFile, ports: HostPorts): Promise<DoctorRow | undefined> {
  const found = await foundConfig(read, new Map(), ports);
  if (found?.ok !== true || found.config.isCode) return undefined;
  const { path, settings, state } = found.config;
  if (settings.length === 0 || state === "trusted") return undefined;
  const keys = settings.map(({ path: key }) => key).join(", ");
  return row("configuration", `${path} is not trusted, and sets ${keys}`, [
    "warn",
    "'tusk config trust' shows what they would do, and trusts them; until then 'tusk run' does not use the file",
  ]);
}

function broken(reason: string): DoctorRow {
  return row("configuration", reason, [
    "fail",
    "mend it: docs/configuration.md has every key; 'tusk config show' shows what holds",
  ]);
}

/** What holds without a file; nothing where the environment is wrong. */
function withoutFile({ environment }: HostPorts): ResolvedConfig | undefined {
  const resolution = resolveConfig({ file: undefined, environment, flags: new Map() });
  return resolution.ok ? resolution.config : undefined;
}
