import type { HarnessSession, HarnessSessionState, SessionChange } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { given } from "../given.ts";
import { withArtifacts } from "../with-artifacts.ts";

/** The session as it stands in its file now. */
export interface SessionWriteData {
  readonly action: "harness-session.write";
  readonly path: string;
  readonly session: HarnessSession;
}

/** Writes a session artifact over what was there (contract 2.1). */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<SessionWriteData>> {
  return withArtifacts(async () => {
    const path = args.values.get("path") ?? "";
    const { sessions } = await ports.openArtifacts();
    return { ok: true, data: { action: "harness-session.write", path, session: sessions.write(path, changeOf(args)) } };
  });
}

function changeOf({ values, lists }: Arguments): SessionChange {
  const state: HarnessSessionState = values.get("state") === "active" ? "active" : "stopped";
  return {
    state,
    ...given({
      sessionId: values.get("session-id"),
      issueId: values.get("issue-id"),
      summary: values.get("summary"),
      nextStep: values.get("next-step"),
      instructionRefs: lists.get("instruction-ref"),
      witnessRefs: lists.get("witness-ref"),
      lineageRefs: lists.get("lineage-ref"),
      issuesPath: values.get("issues"),
    }),
  };
}
