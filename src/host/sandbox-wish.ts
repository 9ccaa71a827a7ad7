import type { Sandbox, SandboxNetwork, SandboxProfile, SandboxWish, WallKeeper } from "#ports";
import type { Arguments, HostPorts, Outcome } from "./action.ts";
import { givenWorkspace } from "./given-workspace.ts";

/** The sandbox that was asked for; its row has checked the words. */
export function sandboxWish(args: Arguments, ports: HostPorts): Outcome<SandboxWish> {
  const root = givenWorkspace(args, ports);
  if (!root.ok) return root;
  const backend = args.values.get("backend");
  return {
    ok: true,
    data: {
      root: root.data,
      // The row takes these words and no others.
      profile: (args.values.get("profile") ?? "") as SandboxProfile,
      network: (args.values.get("network") ?? "none") as SandboxNetwork,
      ...(backend === undefined ? {} : { backend: backend as WallKeeper }),
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
