import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { unusable } from "../failed.ts";

/** The configuration that is trusted no more, and whether it was. */
export interface ConfigDistrustData {
  readonly action: "config.distrust";
  readonly path: string;
  readonly wasKnown: boolean;
}

/** Takes trust in the configuration that is found here away, whatever it holds now. */
export async function run(_args: Arguments, ports: HostPorts): Promise<Outcome<ConfigDistrustData>> {
  const read = await ports.readConfigFile(undefined, { mayRun: false });
  if (!read.ok) return unusable(read.reason);
  const path = read.passedOver ?? read.file?.path;
  if (path === undefined) return unusable("there is no configuration here");
  const wasKnown = (await ports.configTrust()).distrust(ports.realPath(path));
  return { ok: true, data: { action: "config.distrust", path, wasKnown } };
}
