import type { Arguments, HostPorts, JjStatus, Outcome } from "../action.ts";
import { isStoreError } from "../issue-refusal.ts";
import { projectionStatus, type ProjectionStatus } from "../projection-status.ts";

/** Where the issues are kept, and what else knows them. */
export interface BackendStatusData {
  readonly action: "issue.backend-status";
  readonly issuesPath: string;
  readonly repoRoot: string;
  readonly canonicalMemory: CanonicalMemory;
  readonly queryProjection: ProjectionStatus;
  readonly jj: {
    readonly state: JjStatus["state"];
    readonly available: boolean;
    readonly repoRoot: string | null;
    readonly headChangeId: string | null;
    readonly error: string | null;
  };
}

interface CanonicalMemory {
  readonly kind: "jsonl";
  readonly path: string;
  readonly exists: boolean;
  readonly snapshotRef: string | null;
  readonly error: string | null;
}

/** Looks at the issue file, the query projection and jj; what is missing or broken is told, never a failure (contract memory 2). */
export async function run(args: Arguments, ports: HostPorts): Promise<Outcome<BackendStatusData>> {
  const issuesPath = ports.issuesPath(args.values.get("issues"));
  const repoRoot = args.values.get("repo") ?? ".";
  const canonicalMemory = await memoryStatus(issuesPath, ports);
  const authority = { issuesPath, snapshotRef: canonicalMemory.snapshotRef };
  const queryProjection = projectionStatus(args.values.get("projection") ?? "", authority, ports);
  const jj = jjFields(await ports.jjStatus(repoRoot));
  const data = { issuesPath, repoRoot, canonicalMemory, queryProjection, jj };
  return { ok: true, data: { action: "issue.backend-status", ...data } };
}

async function memoryStatus(path: string, ports: HostPorts): Promise<CanonicalMemory> {
  const bare = { kind: "jsonl", path, snapshotRef: null, error: null } as const;
  if (ports.kindOf(path) === "missing") return { ...bare, exists: false };
  try {
    const store = await ports.openIssues(path);
    try {
      return { ...bare, exists: true, snapshotRef: store.load().snapshotRef };
    } finally {
      store.close();
    }
  } catch (error) {
    if (!isStoreError(error)) throw error;
    return { ...bare, exists: true, error: error.message };
  }
}

function jjFields(jj: JjStatus): BackendStatusData["jj"] {
  const bare = { state: jj.state, available: true, repoRoot: null, headChangeId: null, error: null };
  switch (jj.state) {
    case "unavailable":
      return { ...bare, available: false };
    case "ready":
      return { ...bare, repoRoot: jj.repoRoot, headChangeId: jj.headChangeId };
    case "error":
      return { ...bare, repoRoot: jj.repoRoot ?? null, error: jj.error };
    default:
      return jj satisfies never;
  }
}
