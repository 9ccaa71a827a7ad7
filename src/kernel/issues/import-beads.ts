import { problemText } from "../json/problem.ts";
import { readJson, refuseDuplicates } from "../json/read.ts";
import type { Utf8 } from "../json/utf8.ts";
import { isJsonObject, type Json, type JsonObject } from "../json/value.ts";
import type { Dependency, Issue } from "./issue.ts";
import { parseIssueType } from "./issue-shape.ts";
import type { IssueReading } from "./read-issue.ts";
import { readTimestamp } from "./read-timestamp.ts";
import { EPOCH, type Timestamp } from "./timestamp.ts";

/**
 * Reads a row of a beads file as an issue of ours. Nothing is lost: what has no place here, an issue type of theirs among it, stands in
 * `metadata.beads`; what an edge says beyond ours stays on the edge. A row of status `tombstone` is a deleted issue.
 */
export function readBeadsRow(bytes: Uint8Array, utf8: Utf8): IssueReading {
  const reading = refuseDuplicates(readJson(bytes, utf8));
  if (!reading.ok) return { ok: false, problem: problemText(reading.problem) };
  if (!isJsonObject(reading.value)) return { ok: false, problem: "a row is an object" };
  const row = new BeadsRow(reading.value);
  const id = row.take("id", text);
  const title = row.take("title", text);
  if (id === undefined || title === undefined) return { ok: false, problem: `no ${id === undefined ? "id" : "title"}` };
  return { ok: true, issue: issueOf(id, title, row) };
}

/** The members of a row, each taken once; what nobody took is left over. */
class BeadsRow {
  readonly #members: Map<string, Json>;
  constructor(row: JsonObject) {
    this.#members = new Map(Object.entries(row));
  }

  /** The member as we mean it; one of another form stays where it is. */
  take<T>(key: string, as: (value: Json) => T | undefined): T | undefined {
    const value = this.#members.get(key);
    const taken = value === undefined ? undefined : as(value);
    if (taken !== undefined) this.#members.delete(key);
    return taken;
  }

  rest(): JsonObject {
    return Object.fromEntries(this.#members);
  }
}

function issueOf(id: string, title: string, row: BeadsRow): Issue {
  const created_at = row.take("created_at", moment);
  const updated_at = row.take("updated_at", moment);
  const closed_at = row.take("closed_at", moment);
  const status = row.take("status", text) ?? "open";
  const issue: Issue = {
    id,
    title,
    description: row.take("description", text) ?? "",
    design: row.take("design", text) ?? "",
    acceptance_criteria: row.take("acceptance_criteria", text) ?? "",
    notes: row.take("notes", text) ?? "",
    status,
    priority: row.take("priority", priority) ?? 2,
    issue_type: row.take("issue_type", issueType) ?? "task",
    assignee: row.take("assignee", text) ?? "",
    owner: row.take("owner", text) ?? "",
    created_at: created_at ?? EPOCH,
    updated_at: updated_at ?? EPOCH,
    ...(closed_at === undefined ? {} : { closed_at }),
    ephemeral: row.take("ephemeral", flag) ?? false,
    mol_type: row.take("mol_type", text) ?? "",
    labels: row.take("labels", labels) ?? [],
    dependencies: row.take("dependencies", dependencies) ?? [],
    ...(created_at === undefined || updated_at === undefined ? { missingTimestamps: true } : {}),
    ...(status === "tombstone" ? { tombstone: true } : {}),
  };
  const beads = row.rest();
  return Object.keys(beads).length === 0 ? issue : { ...issue, metadata: { beads } };
}

function text(value: Json): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function flag(value: Json): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

function priority(value: Json): number | undefined {
  return typeof value === "number" && value === (value | 0) && !Object.is(value, -0) ? value : undefined;
}

/** Theirs are more; what is neither an epic nor a task is a task whose own type is left over. */
function issueType(value: Json): Issue["issue_type"] | undefined {
  return typeof value === "string" ? parseIssueType(value) : undefined;
}

function moment(value: Json): Timestamp | undefined {
  const reading = typeof value === "string" ? readTimestamp(value) : undefined;
  return reading?.ok === true ? reading.at : undefined;
}

function labels(value: Json): readonly string[] | undefined {
  return Array.isArray(value) && value.every((label: Json) => typeof label === "string") ? value : undefined;
}

/** All of them, or none when one is no edge. */
function dependencies(value: Json): readonly Dependency[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const edges = value.map(dependency);
  return edges.every((edge) => edge !== undefined) ? edges : undefined;
}

function dependency(value: Json): Dependency | undefined {
  if (!isJsonObject(value)) return undefined;
  const row = new BeadsRow(value);
  const issue_id = row.take("issue_id", text);
  const depends_on_id = row.take("depends_on_id", text);
  const type = row.take("type", text);
  if (issue_id === undefined || depends_on_id === undefined || type === undefined) return undefined;
  const edge = { issue_id, depends_on_id, type, created_by: row.take("created_by", text) ?? "" };
  const foreign = row.rest();
  return Object.keys(foreign).length === 0 ? edge : { ...edge, foreign };
}
