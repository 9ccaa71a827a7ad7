import { problemText } from "../json/problem.ts";
import { readStruct } from "../json/read.ts";
import type { Utf8 } from "../json/utf8.ts";
import type { Json } from "../json/value.ts";
import type { Dependency, Issue, Lease } from "./issue.ts";
import { type DependencyWire, ISSUE, type IssueWire, type LeaseWire, parseIssueType } from "./issue-shape.ts";
import { readTimestamp } from "./read-timestamp.ts";
import { EPOCH, type Timestamp } from "./timestamp.ts";

/** A row that was read, or the contract's words for why not, with line and column. */
export type IssueReading =
  | { readonly ok: true; readonly issue: Issue }
  | { readonly ok: false; readonly problem: string };

/** Reads one row (contract memory 1.1): defaults filled in, moments in UTC, keys of other tools kept. Never throws. */
export function readIssue(bytes: Uint8Array, utf8: Utf8): IssueReading {
  const reading = readStruct(bytes, ISSUE, utf8);
  return reading.ok
    ? { ok: true, issue: issueOf(reading.value) }
    : { ok: false, problem: problemText(reading.problem) };
}

const NONE: readonly never[] = [];
const LEASE_KEYS: ReadonlySet<string> = new Set(["lease_id", "owner", "acquired_at", "expires_at", "renewed_at"]);
const DEPENDENCY_KEYS: ReadonlySet<string> = new Set(["issue_id", "depends_on_id", "type", "created_by"]);

type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** The issue a row's wire form means. */
export function issueOf(wire: IssueWire): Issue {
  const { lease, closed_at, metadata, dependencies } = wire;
  const issue: Draft<Issue> = {
    id: wire.id,
    title: wire.title,
    description: wire.description ?? "",
    design: wire.design ?? "",
    acceptance_criteria: wire.acceptance_criteria ?? "",
    notes: wire.notes ?? "",
    status: wire.status ?? "open",
    priority: wire.priority ?? 2,
    issue_type: parseIssueType(wire.issue_type ?? "task") ?? "task",
    assignee: wire.assignee ?? "",
    owner: wire.owner ?? "",
    created_at: moment(wire.created_at),
    updated_at: moment(wire.updated_at),
    ephemeral: wire.ephemeral ?? false,
    mol_type: wire.mol_type ?? "",
    labels: wire.labels ?? NONE,
    dependencies: dependencies === undefined ? NONE : dependencies.map(dependencyOf),
  };
  // Assigned, not spread: a hundred thousand rows are read in a rebuild.
  if (lease !== undefined && lease !== null) issue.lease = leaseOf(lease);
  if (closed_at !== undefined && closed_at !== null) issue.closed_at = moment(closed_at);
  if (metadata !== undefined && metadata !== null) issue.metadata = metadata;
  if (wire.created_at === undefined || wire.updated_at === undefined) issue.missingTimestamps = true;
  const foreign = foreignOf(wire, ISSUE.fields);
  if (foreign !== undefined) takeForeign(issue, foreign);
  return issue;
}

function leaseOf(wire: LeaseWire): Lease {
  const lease: Draft<Lease> = {
    lease_id: wire.lease_id,
    owner: wire.owner,
    acquired_at: moment(wire.acquired_at),
    expires_at: moment(wire.expires_at),
  };
  const { renewed_at } = wire;
  if (renewed_at !== undefined && renewed_at !== null) lease.renewed_at = moment(renewed_at);
  const foreign = foreignOf(wire, LEASE_KEYS);
  if (foreign !== undefined) lease.foreign = Object.fromEntries(foreign);
  return lease;
}

function dependencyOf(wire: DependencyWire): Dependency {
  const { issue_id, depends_on_id, type, created_by = "" } = wire;
  const edge: Draft<Dependency> = { issue_id, depends_on_id, type, created_by };
  const foreign = foreignOf(wire, DEPENDENCY_KEYS);
  if (foreign !== undefined) edge.foreign = Object.fromEntries(foreign);
  return edge;
}

/** Our own keys where they are of our kind; every other key, and those, belong to another tool. */
function takeForeign(issue: Draft<Issue>, members: readonly Member[]): void {
  const others = members.filter(([key, value]) => {
    if (key === "rev" && isCount(value)) issue.rev = value;
    else if (key === "by" && typeof value === "string") issue.by = value;
    else if (key === "token" && isCount(value)) issue.token = value;
    else if (key === "tombstone" && value === true) issue.tombstone = true;
    else return true;
    return false;
  });
  if (others.length > 0) issue.foreign = Object.fromEntries(others);
}

type Member = readonly [string, Json];

/** The keys nobody here knows. Made to objects with fromEntries, which defines own properties: `__proto__` stays a key. */
function foreignOf(wire: object, known: { has(key: string): boolean }): readonly Member[] | undefined {
  let foreign: Member[] | undefined;
  for (const key in wire) {
    if (known.has(key)) continue;
    foreign ??= [];
    // Read as JSON: every value in it is.
    foreign.push([key, Reflect.get(wire, key) as Json]);
  }
  return foreign;
}

/** A count of ours that leaves room to count on: a larger one is some other tool's. */
function isCount(value: Json | undefined): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= 2 ** 52;
}

/** The shape has let no other text through. */
function moment(text: string | undefined): Timestamp {
  if (text === undefined) return EPOCH;
  const reading = readTimestamp(text);
  return reading.ok ? reading.at : EPOCH;
}
