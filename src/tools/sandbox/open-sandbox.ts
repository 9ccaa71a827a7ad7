import type { Sandbox, SandboxProfile } from "#ports";
import { checkCommand } from "./check-command.ts";
import { sweepHeldNames } from "./held-names.ts";
import { openBare } from "./open-bare.ts";
import { openWalled } from "./open-walled.ts";
import { makePrivateFolder } from "./private-folder.ts";
import type { SandboxOptions } from "./sandbox-options.ts";
import type { SandboxParts, TriedRunner } from "./sandbox-parts.ts";
import { openWorkspaceFolder } from "./workspace-folder.ts";

/** How commands of a profile are run. */
const OPENERS: Readonly<Record<SandboxProfile, (parts: SandboxParts) => Promise<TriedRunner>>> = {
  "read-only": openWalled,
  "workspace-write": openWalled,
  "danger-full-access": openBare,
  "external-sandbox": openBare,
};

/**
 * Opens a sandbox whose walls were tried: what its backend claims is attempted from inside, and a profile that no installed backend
 * enforces is refused with `runtime.shell_boundary_violation`, never run without (DESIGN 10).
 */
export function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  return sandboxOpener()(options);
}

/** Opens sandboxes as {@link openSandbox} does, and tries the same walls once for all of them. Nobody can say of walls that they held but the trial. */
export function sandboxOpener(): (options: SandboxOptions) => Promise<Sandbox> {
  const trials: SandboxParts["trials"] = new Map();
  return (options) => open(options, trials);
}

async function open(options: SandboxOptions, trials: SandboxParts["trials"]): Promise<Sandbox> {
  const { profile, network } = options;
  const workspace = openWorkspaceFolder(options.root);
  const folder = makePrivateFolder();
  const clear = (): void => {
    workspace.close();
    folder.remove();
  };
  try {
    sweepHeldNames(workspace);
    const { backend, attestation, run, close } = await OPENERS[profile]({ options, workspace, folder, trials });
    return {
      profile,
      network,
      backend,
      attestation,
      run: checkCommand(run),
      close() {
        close();
        clear();
      },
    };
  } catch (error) {
    clear();
    throw error;
  }
}
