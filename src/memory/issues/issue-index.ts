import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Issue } from "#kernel";
import type { IssueSummary } from "#ports";
import {
  blockingTargets,
  columnsOf,
  type IndexRow,
  INSERT_ROW,
  isResolved,
  type Place,
  type Revision,
} from "./index-row.ts";

/** An issue that may be claimed, and what its turn depends on. */
export interface Candidate {
  readonly id: string;
  readonly priority: number;
}

const READY = "status = 'open' AND blockers = 0 AND tombstone = 0";

/** The rows of the index: what stands, who waits for whom, what is ready. Changed only under the store's lock, in one transaction. */
export class IssueIndex {
  readonly #db: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();
  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** The standing row of an id, deleted ones too. */
  find(id: string): IndexRow | undefined {
    const row = this.#sql("SELECT rev, explicit, offset, length FROM issue WHERE id = ?").get(id);
    if (row === undefined) return undefined;
    const { rev, explicit, offset, length } = row;
    return { id, rev: Number(rev), explicit: explicit === 1, offset: Number(offset), length: Number(length) };
  }

  /** Takes in the row that stands now; `previous` is the one that stood before. */
  put(issue: Issue, revision: Revision, place: Place, previous: Issue | undefined): void {
    for (const target of previous === undefined ? [] : blockingTargets(previous).keys())
      this.#sql("DELETE FROM edge WHERE target = ? AND source = ?").run(target, issue.id);
    if (previous !== undefined) this.#sql("DELETE FROM issue WHERE id = ?").run(issue.id);
    const resolved = isResolved(issue.status, issue.tombstone === true);
    let blockers = 0;
    for (const [target, n] of blockingTargets(issue)) {
      this.#sql("INSERT INTO edge VALUES(?, ?, ?)").run(target, issue.id, n);
      if (!(target === issue.id ? resolved : this.#isResolved(target))) blockers += n;
    }
    this.#sql(INSERT_ROW).run(...columnsOf(issue, revision, place, blockers));
    const wasResolved = previous !== undefined && isResolved(previous.status, previous.tombstone === true);
    if (resolved !== wasResolved) this.#resolve(issue.id, resolved ? -1 : 1);
  }

  /** Those who wait for an issue have one blocker more or less. */
  #resolve(id: string, sign: 1 | -1): void {
    this.#sql(
      `UPDATE issue SET blockers = blockers + ? * (SELECT n FROM edge WHERE target = ? AND source = issue.id)
       WHERE id IN (SELECT source FROM edge WHERE target = ? AND source <> ?)`,
    ).run(sign, id, id, id);
  }

  #isResolved(id: string): boolean {
    const row = this.#sql("SELECT status, tombstone FROM issue WHERE id = ?").get(id);
    return row !== undefined && isResolved(String(row["status"]), row["tombstone"] === 1);
  }

  /** Ready issues by id, at most `limit` of them; a negative limit is none. */
  ready(limit: number): readonly IssueSummary[] {
    return this.#summaries(`issue INDEXED BY ready WHERE ${READY} ORDER BY id LIMIT ?`, limit);
  }

  countReady(): number {
    return Number(this.#sql(`SELECT count(*) AS n FROM issue INDEXED BY ready WHERE ${READY}`).get()?.["n"]);
  }

  /** Live issues by id; undefined filters nothing. */
  list(status: string | undefined, assignee: string | undefined): readonly IssueSummary[] {
    const where = "tombstone = 0 AND status = ifnull(?, status) AND assignee = ifnull(?, assignee)";
    return this.#summaries(`issue WHERE ${where} ORDER BY id`, status ?? null, assignee ?? null);
  }

  /** Many rows as one text: reading that is twice as fast as taking them one by one. */
  #summaries(from: string, ...values: readonly (string | number | null)[]): readonly IssueSummary[] {
    const columns = "id, title, status, priority, issue_type, assignee";
    const rows = `SELECT json_group_array(json_array(${columns})) AS rows FROM (SELECT ${columns} FROM ${from})`;
    const text = this.#sql(rows).get(...values)?.["rows"];
    // Our own text, from our own database.
    const parsed = JSON.parse(String(text)) as readonly [string, string, string, number, string, string][];
    return parsed.map(([id, title, status, priority, issue_type, assignee]) => ({
      id,
      title,
      status,
      priority,
      issue_type,
      assignee,
    }));
  }

  /** Every id, deleted ones too. */
  ids(): readonly string[] {
    return this.#sql("SELECT id FROM issue ORDER BY id")
      .all()
      .map((row) => String(row["id"]));
  }

  /** Live ids that begin with a prefix. */
  idsFrom(prefix: string, limit: number): readonly string[] {
    return this.#sql("SELECT id FROM issue WHERE tombstone = 0 AND id >= ? AND id < ? ORDER BY id LIMIT ?")
      .all(prefix, `${prefix}\u{10FFFF}`, limit)
      .map((row) => String(row["id"]));
  }

  /** Ready issues of one assignee (empty: nobody's), in the order they are claimed. Read on while it is asked for. */
  *readyFor(assignee: string, by: "id" | "priority"): Iterable<Candidate> {
    const [index, order] = by === "id" ? ["ready_by_id", "id"] : ["ready_by_priority", "priority, id"];
    const sql = `SELECT id, priority FROM issue INDEXED BY ${index} WHERE ${READY} AND assignee = ? ORDER BY ${order}`;
    for (const row of this.#sql(`${sql} -- ${assignee === "" ? "free" : "own"}`).iterate(assignee))
      yield candidateOf(row);
  }

  /** Ready issues that have a lease all the same, as other tools may leave them: whose they are is for the lease to say. */
  *readyLeased(by: "id" | "priority"): Iterable<Candidate> {
    const rows = this.#sql(
      `SELECT id, priority FROM issue INDEXED BY open_leased WHERE lease_ms IS NOT NULL AND ${READY}
       ORDER BY ${by === "id" ? "id" : "priority, id"}`,
    ).all();
    yield* rows.map(candidateOf);
  }

  /** Issues in progress without open blockers whose lease has ended. */
  *leaseEnded(milliseconds: number, by: "id" | "priority"): Iterable<Candidate> {
    const rows = this.#sql(
      `SELECT id, priority FROM issue INDEXED BY leased
       WHERE lease_ms <= ? AND tombstone = 0 AND blockers = 0 AND status = 'in_progress'
       ORDER BY ${by === "id" ? "id" : "priority, id"}`,
    ).all(milliseconds);
    yield* rows.map(candidateOf);
  }

  isApplied(mutation: string): boolean {
    return this.#sql("SELECT 1 FROM applied WHERE mutation = ?").get(mutation) !== undefined;
  }

  markApplied(mutation: string, applied: boolean): void {
    if (applied) this.#sql("INSERT OR IGNORE INTO applied VALUES(?)").run(mutation);
    else this.#sql("DELETE FROM applied WHERE mutation = ?").run(mutation);
  }

  /** Where the standing rows are that no revision of ours is in. */
  foreignRows(): readonly (Place & { readonly id: string })[] {
    return this.#sql("SELECT id, offset, length FROM issue WHERE explicit = 0")
      .all()
      .map((row) => ({ id: String(row["id"]), offset: Number(row["offset"]), length: Number(row["length"]) }));
  }

  #sql(text: string): StatementSync {
    const known = this.#prepared.get(text);
    if (known !== undefined) return known;
    const statement = this.#db.prepare(text);
    this.#prepared.set(text, statement);
    return statement;
  }
}

type Row = Record<string, unknown>;

function candidateOf(row: Row): Candidate {
  return { id: String(row["id"]), priority: Number(row["priority"]) };
}
