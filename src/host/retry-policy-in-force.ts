import {
  builtInRetryPolicy,
  loadRetryPolicy,
  RETRY_POLICY_PATH,
  type RetryPolicy,
  type RetryPolicyFile,
  retryPolicyProblem,
} from "#kernel";
import type { Arguments, HostPorts, Outcome } from "./action.ts";
import { loadConfig } from "./load-config.ts";
import { below, folderOf } from "./path-text.ts";

/** A retry policy that holds, and the file it was read from; none means the built-in one. */
export interface PolicyInForce {
  readonly policy: RetryPolicy;
  readonly path: string | undefined;
}

/** What may name the file: `path` as a person wrote it, `configured` from the repository's root. */
export interface PolicyNames {
  readonly path: string | undefined;
  readonly configured: string | undefined;
}

/** The file that is named, else the repository's own, else the built-in policy. A file that does not hold is never passed over (M10). */
export function retryPolicyInForce({ path, configured }: PolicyNames, ports: HostPorts): Outcome<PolicyInForce> {
  const root = folderOf(folderOf(ports.issuesPath(undefined)));
  const named = path ?? (configured === undefined ? undefined : below(root, configured));
  const file = named ?? below(root, RETRY_POLICY_PATH);
  if (named === undefined && ports.kindOf(file) === "missing") {
    return { ok: true, data: { policy: builtInRetryPolicy(ports.sha256), path: undefined } };
  }
  const reading = loadRetryPolicy({ path: file, ...readPolicyFile(file, ports) }, ports);
  // The contract's line has no `error: ` in front (3.3).
  if (!reading.ok) return { ok: false, message: retryPolicyProblem(reading) };
  return { ok: true, data: { policy: reading.policy, path: file } };
}

/** The policy for a command: `--path`, else what the configuration names, else as {@link retryPolicyInForce}. */
export async function retryPolicyOf(args: Arguments, ports: HostPorts): Promise<Outcome<PolicyInForce>> {
  const path = args.values.get("path");
  if (path !== undefined) return retryPolicyInForce({ path, configured: undefined }, ports);
  const loaded = await loadConfig(args, ports);
  if (!loaded.ok) return loaded;
  return retryPolicyInForce({ path, configured: loaded.data.config.values["harness.retryPolicy"] }, ports);
}

function readPolicyFile(path: string, ports: HostPorts): RetryPolicyFile {
  if (ports.kindOf(path) === "missing") return { kind: "missing" };
  const input = ports.readInput(path);
  return input.ok ? { kind: "bytes", bytes: input.bytes } : { kind: "unreadable", reason: input.reason };
}
