import { shownRows } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { loadConfig, type LoadedConfig } from "../load-config.ts";

export type { LoadedConfig as ConfigShowData } from "../load-config.ts";

/** The configuration that holds here, as it may be shown. */
export async function run(args: Arguments, ports: HostPorts): Promise<Outcome<LoadedConfig>> {
  const loaded = await loadConfig(args, ports);
  if (!loaded.ok) return loaded;
  const { file, config } = loaded.data;
  return { ok: true, data: { file, config: { ...config, rows: shownRows(config.rows) } } };
}
