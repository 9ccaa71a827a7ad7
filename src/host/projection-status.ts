import {
  canonicalJson,
  isJsonObject,
  type Issue,
  type Json,
  problemText,
  readIssue,
  readJson,
  snapshotRef,
} from "#kernel";
import type { HostPorts } from "./action.ts";

/** The wire kind of the query projection. */
export const PROJECTION_KIND = "premath.surreal.issue_projection.v0";

/** How a query projection stands to the issue file (contract memory 2). */
export interface ProjectionStatus {
  readonly kind: typeof PROJECTION_KIND;
  readonly path: string;
  readonly exists: boolean;
  readonly state: "missing" | "fresh" | "stale" | "invalid" | "unknown";
  readonly schema: Json;
  readonly projectionKind: Json;
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
  if (!input.ok) return { ...there, error: `failed to read projection ${path}: ${input.reason}` };
  const reading = readJson(input.bytes, ports.utf8);
  if (!reading.ok) return { ...there, error: `failed to parse projection ${path}: ${problemText(reading.problem)}` };
  const value: Readonly<Record<string, Json>> = isJsonObject(reading.value) ? reading.value : {};
  const { schema = null, kind: projectionKind = null } = value;
  const named: ProjectionStatus = { ...there, schema, projectionKind };
  if (schema !== 1 || projectionKind !== PROJECTION_KIND) {
    const got = `got schema=${canonicalJson(schema)} kind=${textOf(projectionKind) ?? "null"}`;
    return { ...named, error: `projection metadata mismatch (expected schema=1 kind=${PROJECTION_KIND}, ${got})` };
  }
  return compared(named, value, authority, ports);
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

function compared(
  named: ProjectionStatus,
  value: Readonly<Record<string, Json>>,
  authority: Authority,
  ports: HostPorts,
): ProjectionStatus {
  const sourceIssuesPath = textOf(value["sourceIssuesPath"]) ?? null;
  const sourceSnapshotRef = textOf(value["sourceSnapshotRef"]) ?? null;
  const payloadRef = payloadSnapshotRef(value["issues"], ports);
  const sourcePathMatchesAuthority = sourceIssuesPath === null ? null : sourceIssuesPath === authority.issuesPath;
  const found = { ...named, sourceIssuesPath, sourceSnapshotRef, sourcePathMatchesAuthority };
  if (payloadRef === undefined) return { ...found, error: "projection payload holds a row that is no issue" };
  if (payloadRef !== sourceSnapshotRef) {
    const refs = `sourceSnapshotRef=${sourceSnapshotRef ?? "null"}, payloadSnapshotRef=${payloadRef}`;
    const error = `projection payload snapshot mismatch (${refs})`;
    return { ...found, snapshotRefMatchesProjection: false, error };
  }
  const whole = { ...found, snapshotRefMatchesProjection: true };
  if (authority.snapshotRef === null) return { ...whole, state: "unknown" };
  const snapshotRefMatchesAuthority = sourceSnapshotRef === authority.snapshotRef;
  const state = snapshotRefMatchesAuthority && sourcePathMatchesAuthority === true ? "fresh" : "stale";
  return { ...whole, snapshotRefMatchesAuthority, state };
}

/** The snapshot of the rows a projection carries; undefined when one of them is no issue. */
function payloadSnapshotRef(rows: Json | undefined, { sha256, utf8 }: HostPorts): string | undefined {
  const issues: Issue[] = [];
  for (const row of Array.isArray(rows) ? rows : []) {
    const reading = readIssue(utf8.encode(canonicalJson(row)), utf8);
    if (!reading.ok) return undefined;
    issues.push(reading.issue);
  }
  return snapshotRef(issues, sha256);
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
