import { byCodePoint } from "../digest/order.ts";
import { canonicalJson } from "../digest/canonical.ts";
import { isJsonObject, type Json } from "../json/value.ts";
import { newerRow } from "./fold.ts";
import type { Dependency, Issue, Lease } from "./issue.ts";
import { asWritten } from "./outcome.ts";
import { mergeMembers, mergeSet, partOf, type SetRule, type Sides, threeWay } from "./three-way.ts";
import { compareTimestamps } from "./timestamp.ts";
import { writeIssue } from "./write-issue.ts";

/**
 * Two edits of one issue as one row, the same whichever side is ours. It has no `rev` and no `by`: no log has it, so it stands by coming
 * last, until the store takes it over with its next change (ENGINE 8).
 */
export function mergeIssue(base: Issue | undefined, ours: Issue, theirs: Issue): Issue {
  const [newer, older] = byAge(ours, theirs);
  const row = base === undefined ? newer : mergeRows({ base, newer, older });
  return unrevised(withToken(row, Math.max(newer.token ?? 0, older.token ?? 0)));
}

/** The row as it says nothing about who wrote it and how often: equal exactly when two rows have the same content. */
export function unrevised(issue: Issue): Issue {
  const { rev: _rev, by: _by, ...row } = asWritten(issue);
  return row;
}

/** The newer row first. Two rows that the fold cannot tell apart outside a file are ordered by their text, so that sides do not matter. */
function byAge(ours: Issue, theirs: Issue): readonly [newer: Issue, older: Issue] {
  const isOrdered = byCodePoint(writeIssue(ours), writeIssue(theirs)) <= 0;
  const [low, high] = isOrdered ? [ours, theirs] : [theirs, ours];
  return newerRow(low, high) === high ? [high, low] : [low, high];
}

function mergeRows(sides: Sides<Issue>): Issue {
  const { base, newer, older } = sides;
  if (writeIssue(newer) === writeIssue(base)) return older;
  if (writeIssue(older) === writeIssue(base)) return newer;
  // A deletion is no field: it wins over an edit only if the edit is the older row, and then nothing of the edit is left.
  if (newer.tombstone === true || older.tombstone === true) return newer;
  return mergeFields(sides);
}

function mergeFields(sides: Sides<Issue>): Issue {
  const { newer, older } = sides;
  const field = <T extends Json>(of: (issue: Issue) => T): T => threeWay(partOf(sides, of), (value) => value);
  const metadata = mergeMetadata(partOf(sides, (issue) => issue.metadata));
  const foreign = mergeForeign(partOf(sides, (issue) => issue.foreign));
  return {
    id: newer.id,
    title: field(({ title }) => title),
    description: field(({ description }) => description),
    design: field(({ design }) => design),
    acceptance_criteria: field(({ acceptance_criteria }) => acceptance_criteria),
    notes: field(({ notes }) => notes),
    priority: field(({ priority }) => priority),
    issue_type: field(({ issue_type }) => issue_type),
    owner: field(({ owner }) => owner),
    created_at: field(({ created_at }) => created_at),
    updated_at: compareTimestamps(newer.updated_at, older.updated_at) < 0 ? older.updated_at : newer.updated_at,
    ephemeral: field(({ ephemeral }) => ephemeral),
    mol_type: field(({ mol_type }) => mol_type),
    labels: mergeSet(
      partOf(sides, ({ labels }) => labels),
      LABELS,
    ),
    dependencies: mergeSet(
      partOf(sides, ({ dependencies }) => dependencies),
      DEPENDENCIES,
    ),
    ...threeWay(partOf(sides, workState), workStateJson),
    ...(metadata === undefined ? {} : { metadata }),
    ...(foreign === undefined ? {} : { foreign }),
  };
}

type WorkState = Pick<Issue, "status" | "assignee" | "lease" | "closed_at" | "token">;

/** Who works on it and how far it is: one unit, because half a lease of each side would be a lie. */
function workState({ status, assignee, lease, closed_at, token }: Issue): WorkState {
  return {
    status,
    assignee,
    ...(lease === undefined ? {} : { lease }),
    ...(closed_at === undefined ? {} : { closed_at }),
    ...(token === undefined ? {} : { token }),
  };
}

function workStateJson({ status, assignee, lease, closed_at, token }: WorkState): Json {
  return [status, assignee, lease === undefined ? null : leaseJson(lease), closed_at ?? null, token ?? null];
}

function leaseJson({ lease_id, owner, acquired_at, expires_at, renewed_at, foreign }: Lease): Json {
  return [lease_id, owner, acquired_at, expires_at, renewed_at ?? null, foreign ?? null];
}

const LABELS: SetRule<string> = { key: (label) => label, json: (label) => label };

const DEPENDENCIES: SetRule<Dependency> = {
  key: ({ issue_id, depends_on_id, type }) => canonicalJson([issue_id, depends_on_id, type]),
  json: ({ issue_id, depends_on_id, type, created_by, foreign }) => [
    issue_id,
    depends_on_id,
    type,
    created_by,
    foreign ?? null,
  ],
};

function mergeMetadata(sides: Sides<Json | undefined>): Json | undefined {
  const { newer, older } = sides;
  if (!isJsonObject(newer) || !isJsonObject(older)) return threeWay(sides, (value) => value ?? null);
  return Object.fromEntries(mergeMembers(partOf(sides, membersOf), same));
}

/** Keys of other tools are kept: one that a side dropped comes back, as a tool that does not know it drops it without meaning to. */
function mergeForeign(sides: Sides<Issue["foreign"]>): Issue["foreign"] {
  const base = membersOf(sides.base);
  const members = mergeMembers(
    partOf(sides, (foreign) => new Map([...base, ...membersOf(foreign)])),
    same,
  );
  return members.size === 0 ? undefined : Object.fromEntries(members);
}

function membersOf(value: Json | undefined): ReadonlyMap<string, Json> {
  return new Map(isJsonObject(value) ? Object.entries(value) : []);
}

function same(value: Json): Json {
  return value;
}

/** No token is ever given twice, so the larger one counts, whichever side's lease stands. */
function withToken(issue: Issue, token: number): Issue {
  return token === 0 ? issue : { ...issue, token };
}
