import type { Sandbox, SandboxNetwork, SandboxProfile, SandboxWish, WallKeeper } from "#ports";
import type { Arguments, HostPorts, Outcome } from "./action.ts";
import { givenWorkspace } from "./given-workspace.ts";

/** What holds where nobody spoke of the network: what the profile can keep. */
export const UNSAID_NETWORK: Readonly<Record<SandboxProfile, SandboxNetwork>> = {
  "read-only": "none",
  "workspace-write": "none",
  "danger-full-access": "full",
  "external-sandbox": "full",
};

/** The sandbox that was asked for; its row has checked the words. */
export function sandboxWish(args: Arguments, ports: HostPorts): Outcome<SandboxWish> {
  const root = givenWorkspace(args, ports);
  if (!root.ok) return root;
  const backend = args.values.get("backend");
  // The row takes these words and no others.
  const profile = (args.values.get("profile") ?? "") as SandboxProfile;
  const network = args.values.get("network") as SandboxNetwork | undefined;
  return {
    ok: true,
    data: {
      root: root.data,
      profile,
      network: network ?? UNSAID_NETWORK[profile],
      ...(backend === undefined ? {} : { backend: backend as WallKeeper }),
      ...(args.switches.has("no-edit") ? { shellMayEdit: false } : {}),
      envNames: args.lists.get("env") ?? [],
    },
  };
}

/** Does work in a sandbox, which is closed whatever happens. */
export async function withSandbox<T>(sandbox: Sandbox, work: (sandbox: Sandbox) => Promise<T>): Promise<T> {
  try {
    return await work(sandbox);
  } finally {
    sandbox.close();
  }
}
