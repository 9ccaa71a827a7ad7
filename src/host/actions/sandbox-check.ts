import { digestJson, type Digest, type Probe } from "#kernel";
import { PortError, type SandboxBackend, type SandboxNetwork, type SandboxProfile, type SandboxWish } from "#ports";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { given } from "../given.ts";
import { sandboxWish } from "../sandbox-wish.ts";

/** Whether a sandbox holds what its profile says, and what was seen when it was tried. */
export interface SandboxCheckData {
  readonly attested: boolean;
  readonly profile: SandboxProfile;
  readonly network: SandboxNetwork;
  readonly workspace: string;
  readonly backend?: { readonly name: SandboxBackend["name"]; readonly version: string; readonly digest?: Digest };
  readonly attestation: readonly Probe[];
  /** What evidence names the trial by. */
  readonly capabilityProbeDigest?: Digest;
  readonly failureClass?: string;
  /** Why it does not hold, and what may be done about it. */
  readonly problem?: string;
}

/** Opens a sandbox and closes it again. One that cannot be enforced is an answer with exit code 1. */
export async function run(args: Arguments, ports: HostPorts): Promise<Outcome<SandboxCheckData>> {
  const wish = sandboxWish(args, ports);
  if (!wish.ok) return wish;
  try {
    return { ok: true, data: await tried(wish.data, ports) };
  } catch (error) {
    if (!(error instanceof PortError)) throw error;
    const data = { attested: false, ...shownWish(wish.data), attestation: [] };
    return { ok: true, data: { ...data, failureClass: error.code, problem: error.message }, exit: 1 };
  }
}

async function tried(wish: SandboxWish, ports: HostPorts): Promise<SandboxCheckData> {
  const sandbox = await ports.openSandbox(wish);
  sandbox.close();
  const { backend, attestation } = sandbox;
  const { name, version, digest } = backend;
  const rows = attestation.map((row) => ({ ...row }));
  return {
    attested: true,
    ...shownWish(wish),
    backend: { name, version, ...given({ digest }) },
    attestation,
    capabilityProbeDigest: digestJson(ports.sha256, rows),
  };
}

function shownWish({
  root,
  profile,
  network,
}: SandboxWish): Pick<SandboxCheckData, "profile" | "network" | "workspace"> {
  return { profile, network, workspace: root };
}
