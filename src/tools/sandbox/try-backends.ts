import { type BackendTrial, PortError, type WallKeeper } from "#ports";
import { findBackends } from "./find-backends.ts";
import { forgetHeldPlace } from "./held-names.ts";
import { openSandbox } from "./open-sandbox.ts";
import { makeProbePlace } from "./self-test.ts";
import { openWorkspaceFolder } from "./workspace-folder.ts";

const KEEPERS: readonly WallKeeper[] = ["bwrap", "unshare"];

/** Tries every backend there is, the preferred one first, in a workspace of its own that is gone afterwards. */
export async function tryBackends(): Promise<readonly BackendTrial[]> {
  const trials: BackendTrial[] = [];
  // One after the other: each is timed by its own limits, and a busy machine must not fail the second.
  for (const name of KEEPERS) trials.push(await tryOne(name));
  return trials;
}

async function tryOne(name: WallKeeper): Promise<BackendTrial> {
  const [found] = await findBackends(name);
  if (found === undefined) return { name, state: "missing" };
  const { version } = found.row;
  const place = makeProbePlace();
  const workspace = openWorkspaceFolder(place.root);
  try {
    const options = { root: place.root, profile: "workspace-write", network: "none", backend: name } as const;
    const sandbox = await openSandbox(options);
    sandbox.close();
    return { name, state: "holds", version, probes: sandbox.attestation };
  } catch (error) {
    if (error instanceof PortError) return { name, state: "broken", version, reason: error.message };
    throw error;
  } finally {
    forgetHeldPlace(workspace);
    workspace.close();
    place.remove();
  }
}
