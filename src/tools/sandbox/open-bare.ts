import { boundaryViolation } from "./boundary-violation.ts";
import { commandEnvironment, loginShell } from "./command-environment.ts";
import { runBare } from "./run-bare.ts";
import { attestationDigest, brokenProbes, type SandboxParts, type TriedRunner } from "./sandbox-parts.ts";
import { testKill } from "./self-test.ts";

/** Commands without walls of ours, because somebody named such a profile. What is promised of them is tried as well. */
export async function openBare({ options, workspace, folder }: SandboxParts): Promise<TriedRunner> {
  const { profile, network } = options;
  if (network === "none")
    throw boundaryViolation(
      `${profile} has no walls of ours, so nothing keeps its commands from the network: say full`,
    );
  const backend = { name: "none", version: "none", digest: undefined } as const;
  const env = commandEnvironment(`${folder.tmp}/home`, options);
  const shared = {
    profile,
    network,
    backend,
    env,
    shell: loginShell(),
    workspace,
    folder: folder.path,
    pipes: folder.pipes,
  };
  const untried = { ...shared, capabilityProbeDigest: attestationDigest([]) };
  const attestation = await testKill((command) => runBare(untried, command));
  const broken = brokenProbes(attestation);
  if (broken !== undefined) throw boundaryViolation(`${profile} cannot be kept here: ${broken}`);
  const setting = { ...shared, capabilityProbeDigest: attestationDigest(attestation) };
  return { backend, attestation, run: (command) => runBare(setting, command), close: () => undefined };
}
