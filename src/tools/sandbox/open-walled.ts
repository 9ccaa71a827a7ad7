import type { Probe } from "#kernel";
import { PortError } from "#ports";
import { boundaryViolation } from "./boundary-violation.ts";
import { commandEnvironment, loginShell } from "./command-environment.ts";
import { type Backend, findBackends } from "./find-backends.ts";
import { forgetHeldPlace } from "./held-names.ts";
import { lastingHold } from "./lasting-hold.ts";
import { HOME, wallPlanner } from "./plan-walls.ts";
import { runWalled } from "./run-walled.ts";
import { attestationDigest, brokenProbes, type Runner, type SandboxParts, type TriedRunner } from "./sandbox-parts.ts";
import { isBelow } from "./is-below.ts";
import type { SandboxOptions } from "./sandbox-options.ts";
import { ProtectedScan } from "./scan-protected.ts";
import { makeProbePlace, testWalls } from "./self-test.ts";
import { openWorkspaceFolder } from "./workspace-folder.ts";

/** Takes the first backend whose walls hold when they are tried; refuses when none does. */
export async function openWalled(parts: SandboxParts): Promise<TriedRunner> {
  const { profile, backend: only } = parts.options;
  assertWallable(parts.workspace.root);
  const refusals: string[] = [];
  for (const backend of await findBackends(only)) {
    const trial = await heldTrial(parts, backend);
    if (typeof trial !== "string")
      return { backend: backend.row, attestation: trial, ...walledRunner(parts, { backend, attestation: trial }) };
    refusals.push(`${backend.row.name} ${backend.row.version}: ${trial}`);
  }
  const why = refusals.join("; ") || `${only ?? "neither bubblewrap nor util-linux's unshare"} is not installed`;
  throw boundaryViolation(
    `${profile} cannot be enforced here: ${why}. Install bubblewrap (apt install bubblewrap), or allow user namespaces`,
  );
}

/** Folders that walls stand on: open to a command, they would be none. Below the first three nothing is anybody's files. */
const NEVER_BELOW = ["/dev", "/proc", "/sys"];
const NEVER = new Set([
  "/",
  "/bin",
  "/boot",
  "/etc",
  "/home",
  "/lib",
  "/lib64",
  "/run",
  "/sbin",
  "/tmp",
  "/usr",
  "/var",
]);

function assertWallable(root: string): void {
  if (NEVER.has(root) || NEVER_BELOW.some((folder) => root === folder || isBelow(root, folder)))
    throw boundaryViolation(`${root} cannot be a workspace: choose a folder of your own`);
}

/** The trial of these very walls: program, profile and network. */
async function heldTrial(parts: SandboxParts, backend: Backend): Promise<readonly Probe[] | string> {
  const { options, trials } = parts;
  const { profile, network } = options;
  const { name, version, digest } = backend.row;
  const walls = JSON.stringify([name, version, digest, profile, network, mayChange(options)]);
  const known = trials.get(walls);
  if (known !== undefined) return known;
  const trial = await tryBackend(parts, backend);
  if (typeof trial !== "string") trials.set(walls, trial);
  return trial;
}

/** What was tried and held, or why this backend is not taken. */
async function tryBackend(
  { options, folder }: Pick<SandboxParts, "options" | "folder">,
  backend: Backend,
): Promise<readonly Probe[] | string> {
  const place = makeProbePlace();
  const workspace = openWorkspaceFolder(place.root);
  const runner = walledRunner({ options, folder, workspace }, { backend, attestation: [], secrets: [place.secret] });
  try {
    const attestation = await testWalls({
      place,
      network: options.network,
      isOpen: mayChange(options),
      run: runner.run,
    });
    return brokenProbes(attestation) ?? attestation;
  } catch (error) {
    if (error instanceof PortError) return error.message;
    throw error;
  } finally {
    runner.close();
    forgetHeldPlace(workspace);
    workspace.close();
    place.remove();
  }
}

function mayChange({ profile, shellMayEdit = true }: SandboxOptions): boolean {
  return profile === "workspace-write" && shellMayEdit;
}

interface WalledOptions {
  readonly backend: Backend;
  readonly attestation: readonly Probe[];
  /** Masked beside the machine's. */
  readonly secrets?: readonly string[];
}

function walledRunner(
  { options, workspace, folder }: Omit<SandboxParts, "trials">,
  { backend, attestation, secrets = [] }: WalledOptions,
): Runner {
  const { profile, network } = options;
  const { root } = workspace;
  const rootIsOpen = mayChange(options);
  const watch = rootIsOpen ? { scan: new ProtectedScan(root), hold: lastingHold(workspace) } : undefined;
  const setting = {
    profile,
    network,
    backend: backend.row,
    capabilityProbeDigest: attestationDigest(attestation),
    env: commandEnvironment(HOME, options),
    shell: loginShell(),
    walls: backend,
    workspace,
    plan: wallPlanner({ root, rootIsOpen, network, tmp: folder.tmp, secrets }),
    watch,
    folder: folder.path,
    pipes: folder.pipes,
  };
  return { run: (command) => runWalled(setting, command), close: () => watch?.hold.close() };
}
