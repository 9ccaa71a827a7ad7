import { type Issue, PROJECTION_KIND, type ProjectionHead, readProjection, snapshotRef } from "#kernel";
import type { HostPorts } from "./action.ts";

/** How a query projection stands to the issue file (contract memory 2). */
export interface ProjectionStatus {
  readonly kind: typeof PROJECTION_KIND;
  readonly path: string;
  readonly exists: boolean;
  readonly state: "missing" | "fresh" | "stale" | "invalid" | "unknown";
  readonly schema: number | null;
  readonly projectionKind: string | null;
  readonly sourceIssuesPath: string | null;
  readonly sourcePathMatchesAuthority: boolean | null;
  readonly sourceSnapshotRef: string | null;
  readonly snapshotRefMatchesProjection: boolean | null;
  readonly snapshotRefMatchesAuthority: boolean | null;
  readonly error: string | null;
}

/** What the projection is compared with: the issue file's path, and its snapshot where it can be read. */
export interface Authority {
  readonly issuesPath: string;
  readonly snapshotRef: string | null;
}

/** Looks at a projection file: it is fresh exactly when it is whole and was made of what the issue file says now. */
export function projectionStatus(path: string, authority: Authority, ports: HostPorts): ProjectionStatus {
  const bare: ProjectionStatus = { ...NOTHING_KNOWN, path };
  if (ports.kindOf(path) === "missing") return bare;
  const there: ProjectionStatus = { ...bare, exists: true, state: "invalid" };
  const input = ports.readInput(path);
  if (!input.ok) return { ...there, error: `failed to read ${path}: ${input.reason}` };
  const { head, issues } = readProjection(input.bytes, ports.utf8, path);
  const named = { ...there, ...headFields(head) };
  return "problem" in issues ? { ...named, error: issues.problem } : compared(named, issues, authority, ports);
}

const NOTHING_KNOWN: ProjectionStatus = {
  kind: PROJECTION_KIND,
  path: "",
  exists: false,
  state: "missing",
  schema: null,
  projectionKind: null,
  sourceIssuesPath: null,
  sourcePathMatchesAuthority: null,
  sourceSnapshotRef: null,
  snapshotRefMatchesProjection: null,
  snapshotRefMatchesAuthority: null,
  error: null,
};

type HeadFields = Pick<ProjectionStatus, "schema" | "projectionKind" | "sourceIssuesPath" | "sourceSnapshotRef">;

function headFields({
  schema = null,
  kind = null,
  sourceIssuesPath = null,
  sourceSnapshotRef = null,
}: ProjectionHead): HeadFields {
  return { schema, projectionKind: kind, sourceIssuesPath, sourceSnapshotRef };
}

/** First the projection with itself, then with the issue file; what is not said is not compared. */
function compared(
  named: ProjectionStatus,
  issues: ReadonlyMap<string, Issue>,
  authority: Authority,
  ports: HostPorts,
): ProjectionStatus {
  const { sourceIssuesPath, sourceSnapshotRef } = named;
  const payloadRef = snapshotRef(issues.values(), ports.sha256);
  if (sourceSnapshotRef !== null && sourceSnapshotRef !== payloadRef) {
    const refs = `sourceSnapshotRef=${sourceSnapshotRef}, payloadSnapshotRef=${payloadRef}`;
    const error = `projection payload snapshot mismatch (${refs})`;
    return { ...named, snapshotRefMatchesProjection: false, error };
  }
  const found = {
    sourcePathMatchesAuthority:
      sourceIssuesPath === null ? null : ports.realPath(sourceIssuesPath) === ports.realPath(authority.issuesPath),
    snapshotRefMatchesProjection: sourceSnapshotRef === null ? null : true,
    snapshotRefMatchesAuthority:
      sourceSnapshotRef === null || authority.snapshotRef === null ? null : sourceSnapshotRef === authority.snapshotRef,
  };
  return { ...named, ...found, state: stateOf(found.sourcePathMatchesAuthority, found.snapshotRefMatchesAuthority) };
}

function stateOf(...matches: readonly (boolean | null)[]): ProjectionStatus["state"] {
  if (matches.includes(false)) return "stale";
  return matches.includes(null) ? "unknown" : "fresh";
}
