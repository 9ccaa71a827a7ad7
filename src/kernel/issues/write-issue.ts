import { canonicalJson } from "../digest/canonical.ts";
import { compactMember, compactText } from "../json/compact.ts";
import type { Json } from "../json/value.ts";
import type { Dependency, Issue, Lease } from "./issue.ts";

/** The row's canonical line, without newline: the contract's fields in its order, then ours, then those of other tools. Reading it gives the issue back. */
export function writeIssue(issue: Issue): string {
  let row = contractMembers(issue, issue.dependencies, withForeign);
  if (issue.rev !== undefined) row += `,"rev":${issue.rev}`;
  if (issue.by !== undefined) row += `,"by":${compactText(issue.by)}`;
  if (issue.token !== undefined) row += `,"token":${issue.token}`;
  if (issue.tombstone !== undefined) row += ',"tombstone":true';
  return `{${row}${foreignMembers(issue.foreign, issue)}}`;
}

/** The row as the reference would write it: what other tools or we have added is not in it. */
export function contractRow(issue: Issue): string {
  return contractRowWith(issue, issue.dependencies);
}

/** {@link contractRow} with other edges than the issue's own. */
export function contractRowWith(issue: Issue, dependencies: readonly Dependency[]): string {
  return `{${contractMembers(issue, dependencies, plain)}}`;
}

type Foreign = { readonly [key: string]: Json } | undefined;
type Ending = (members: string, of: Lease | Dependency) => string;

function withForeign(members: string, of: Lease | Dependency): string {
  return `{${members}${foreignMembers(of.foreign, {})}}`;
}

function plain(members: string): string {
  return `{${members}}`;
}

function contractMembers(issue: Issue, dependencies: readonly Dependency[], ending: Ending): string {
  let row = `"id":${compactText(issue.id)},"title":${compactText(issue.title)}`;
  row += filled("description", issue.description) + filled("design", issue.design);
  row += filled("acceptance_criteria", issue.acceptance_criteria) + filled("notes", issue.notes);
  row += `,"status":${compactText(issue.status)},"priority":${issue.priority},"issue_type":"${issue.issue_type}"`;
  row += filled("assignee", issue.assignee) + filled("owner", issue.owner);
  if (issue.lease !== undefined) row += `,"lease":${ending(leaseMembers(issue.lease), issue.lease)}`;
  row += `,"created_at":"${issue.created_at}","updated_at":"${issue.updated_at}"`;
  if (issue.closed_at !== undefined) row += `,"closed_at":"${issue.closed_at}"`;
  row += `,"ephemeral":${issue.ephemeral}${filled("mol_type", issue.mol_type)}`;
  if (issue.labels.length > 0) row += `,"labels":[${issue.labels.map(compactText).join(",")}]`;
  if (dependencies.length > 0) {
    row += `,"dependencies":[${dependencies.map((edge) => ending(edgeMembers(edge), edge)).join(",")}]`;
  }
  if (issue.metadata !== undefined) row += `,"metadata":${canonicalJson(issue.metadata)}`;
  return row;
}

function leaseMembers(lease: Lease): string {
  const members = `"lease_id":${compactText(lease.lease_id)},"owner":${compactText(lease.owner)}`;
  const moments = `,"acquired_at":"${lease.acquired_at}","expires_at":"${lease.expires_at}"`;
  return members + moments + filled("renewed_at", lease.renewed_at ?? "");
}

function edgeMembers(edge: Dependency): string {
  const ends = `"issue_id":${compactText(edge.issue_id)},"depends_on_id":${compactText(edge.depends_on_id)}`;
  return `${ends},"type":${compactText(edge.type)}${filled("created_by", edge.created_by)}`;
}

function filled(key: string, text: string): string {
  return text === "" ? "" : `,"${key}":${compactText(text)}`;
}

/** Other tools' keys; one that we have come to use ourselves is ours. */
function foreignMembers(foreign: Foreign, own: object): string {
  if (foreign === undefined) return "";
  const members = Object.entries(foreign).filter(([key]) => !Object.hasOwn(own, key));
  return members.map((member) => `,${compactMember(member)}`).join("");
}
