import { canonicalJson, type Dependency, type Issue, type Lease } from "#kernel";

/** One field that a change touched, as text; null where there was or is nothing. */
export interface FieldChange {
  readonly field: string;
  readonly from: string | null;
  readonly to: string | null;
}

type Field = readonly [name: string, text: (issue: Issue) => string];

/** What people look for in a history, in the order of the row. Times of writing, `rev` and `by` change always and say nothing. */
const FIELDS: readonly Field[] = [
  ["title", ({ title }) => title],
  ["description", ({ description }) => description],
  ["design", ({ design }) => design],
  ["acceptance_criteria", ({ acceptance_criteria }) => acceptance_criteria],
  ["notes", ({ notes }) => notes],
  ["status", ({ status }) => status],
  ["priority", ({ priority }) => String(priority)],
  ["issue_type", ({ issue_type }) => issue_type],
  ["assignee", ({ assignee }) => assignee],
  ["owner", ({ owner }) => owner],
  ["lease", ({ lease }) => (lease === undefined ? "" : leaseText(lease))],
  ["closed_at", ({ closed_at }) => closed_at ?? ""],
  ["ephemeral", ({ ephemeral }) => (ephemeral ? "true" : "")],
  ["mol_type", ({ mol_type }) => mol_type],
  ["metadata", ({ metadata }) => (metadata === undefined ? "" : canonicalJson(metadata))],
  ["token", ({ token }) => (token === undefined ? "" : String(token))],
  ["tombstone", ({ tombstone }) => (tombstone === true ? "true" : "")],
  ["foreign", ({ foreign }) => (foreign === undefined ? "" : canonicalJson(foreign))],
];

/** What differs between two rows of one issue, field by field; of lists each entry that came or went. Without a row before, all there is. */
export function fieldChanges(before: Issue | undefined, after: Issue): readonly FieldChange[] {
  return [
    ...FIELDS.flatMap(([field, text]) => change(field, before === undefined ? "" : text(before), text(after))),
    ...listChanges("label", before?.labels ?? [], after.labels),
    ...listChanges("dependency", (before?.dependencies ?? []).map(edgeText), after.dependencies.map(edgeText)),
  ];
}

function change(field: string, from: string, to: string): readonly FieldChange[] {
  return from === to ? [] : [{ field, from: from === "" ? null : from, to: to === "" ? null : to }];
}

function listChanges(field: string, before: readonly string[], after: readonly string[]): readonly FieldChange[] {
  const [had, has] = [new Set(before), new Set(after)];
  return [
    ...[...had].filter((entry) => !has.has(entry)).map((from) => ({ field, from, to: null })),
    ...[...has].filter((entry) => !had.has(entry)).map((to) => ({ field, from: null, to })),
  ];
}

function leaseText({ lease_id, owner, expires_at }: Lease): string {
  return `${lease_id} of ${owner} until ${expires_at}`;
}

function edgeText({ issue_id, depends_on_id, type }: Dependency): string {
  return `${issue_id} -> ${depends_on_id} (${type})`;
}
