import type { Digest, SensitiveSetting } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { unusable } from "../failed.ts";
import { type FoundConfig, foundConfig } from "../found-config.ts";
import { keepTrust, notTrusted } from "../load-trusted-config.ts";
import type { NamedFile } from "../named-files.ts";
import { trustLines } from "../trust-lines.ts";

/** What a configuration would do, and whether it is trusted now. */
export interface ConfigTrustData {
  readonly action: "config.trust";
  readonly path: string;
  readonly digest: Digest;
  readonly settings: readonly SensitiveSetting[];
  readonly files: readonly NamedFile[];
  /** `not_needed`: it reaches nothing. `not_asked`: nobody is there to be asked, and `--yes` was not given. */
  readonly outcome: "trusted" | "already_trusted" | "not_needed" | "not_asked";
  /** Whether a person has seen all this at the terminal already. */
  readonly seen: boolean;
}

/** Shows what the configuration that is found here would do, and trusts it when a person says so: these bytes, and no others. */
export async function run(args: Arguments, ports: HostPorts): Promise<Outcome<ConfigTrustData>> {
  const read = await ports.readConfigFile(undefined, { mayRun: false });
  const found = await foundConfig(read, new Map(), ports);
  if (found === undefined) return unusable("there is no configuration here that could be trusted");
  if (!found.ok) return unusable(found.reason);
  const { config } = found;
  if (config.settings.length === 0) return answer(config, "not_needed");
  if (config.state === "trusted") return answer(config, "already_trusted");
  const isYes = args.switches.has("yes");
  const said = isYes ? true : await ports.askPerson(trustLines(config), "trust it as it is?");
  if (said === undefined) return { ...answer(config, "not_asked"), exit: 1 };
  if (!said) return notTrusted(config);
  return (await keepTrust(config, ports)) ?? answer(config, "trusted", !isYes);
}

function answer(
  { path, digest, settings, files }: FoundConfig,
  outcome: ConfigTrustData["outcome"],
  seen = false,
): { readonly ok: true; readonly data: ConfigTrustData } {
  return { ok: true, data: { action: "config.trust", path, digest, settings, files, outcome, seen } };
}
