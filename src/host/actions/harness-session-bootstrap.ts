import type { Bootstrap } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { withArtifacts } from "../with-artifacts.ts";

/** What a fresh context begins with. */
export interface SessionBootstrapData extends Bootstrap {
  readonly action: "harness-session.bootstrap";
}

/** Reads a session and the feature ledger beside it as the beginning of a fresh context (contract 2.3). */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<SessionBootstrapData>> {
  return withArtifacts(async () => {
    const { sessions } = await ports.readArtifacts();
    const bootstrap = sessions.bootstrap(args.values.get("path") ?? "", args.values.get("feature-ledger") ?? "");
    return { ok: true, data: { action: "harness-session.bootstrap", ...bootstrap } };
  });
}
