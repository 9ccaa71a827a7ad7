import type { HarnessSession } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { withArtifacts } from "../with-artifacts.ts";

/** A session as it stands in its file. */
export interface SessionReadData {
  readonly action: "harness-session.read";
  readonly path: string;
  readonly session: HarnessSession;
}

/** Reads a session artifact (contract 2.2). */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<SessionReadData>> {
  return withArtifacts(async () => {
    const path = args.values.get("path") ?? "";
    const { sessions } = await ports.readArtifacts();
    return { ok: true, data: { action: "harness-session.read", path, session: sessions.load(path) } };
  });
}
