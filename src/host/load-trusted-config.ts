import type { Arguments, Failed, HostPorts, Outcome } from "./action.ts";
import { failed, MACHINE_HINT, unusable } from "./failed.ts";
import { type FoundConfig, foundConfig, untrustedText } from "./found-config.ts";
import { loadConfig, type LoadedConfig, mergedConfig } from "./load-config.ts";
import { trustLines } from "./trust-lines.ts";

const INSIDE_RUN = "inside an agent's run no configuration is trusted";

/**
 * The configuration of a command that acts on all of it. One that was found and that reaches beyond the walls, or moves them, holds only
 * when a person has trusted these very bytes; at a terminal they are asked once (CVE-2026-21852). To name it with `--config` is trust.
 */
export async function loadTrustedConfig(args: Arguments, ports: HostPorts): Promise<Outcome<LoadedConfig>> {
  if (args.values.has("config")) return loadConfig(args, ports);
  const read = await ports.readConfigFile(undefined, { mayRun: false });
  const found = await foundConfig(read, args.values, ports);
  if (found?.ok === false) return unusable(found.reason);
  const refusal = found === undefined ? undefined : await refusalOf(found.config, ports);
  if (refusal !== undefined) return refusal;
  // Data was read once: what was looked at is what holds. Code is held against its digest again before it runs.
  return found?.config.isCode === true ? loadConfig(args, ports) : mergedConfig(read, args, ports);
}

async function refusalOf(found: FoundConfig, ports: HostPorts): Promise<Failed | undefined> {
  if (found.state === "trusted" || found.settings.length === 0) return undefined;
  const answer = isInsideRun(ports) ? undefined : await ports.askPerson(trustLines(found), "trust it as it is?");
  if (answer === undefined) return unusable(untrustedText(found));
  return answer ? keepTrust(found, ports) : notTrusted(found);
}

/** What a person who said no is told. */
export function notTrusted({ path }: FoundConfig): Failed {
  return failed(`${path} is not trusted, and nothing of it was used`, "correct it, or take those keys out of it");
}

/** Writes a person's trust down; answers why it could not. */
export async function keepTrust({ path, seal }: FoundConfig, ports: HostPorts): Promise<Failed | undefined> {
  if (isInsideRun(ports)) return failed(INSIDE_RUN, "ask the person who started the run");
  const kept = (await ports.configTrust()).trust(ports.realPath(path), seal);
  return kept.ok ? undefined : failed(`failed to write down that ${path} is trusted: ${kept.reason}`, MACHINE_HINT);
}

function isInsideRun({ environment }: HostPorts): boolean {
  return (environment("TUSK_AGENT_RUN") ?? "").trim() !== "";
}
