import { type Issue, type JsonObject, outputTimestamp } from "#kernel";
import type { LoggedChange } from "#ports";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { type FieldChange, fieldChanges } from "../field-changes.ts";
import { operand } from "../given.ts";
import { refusedChange } from "../issue-refusal.ts";
import { resolveId } from "../resolve-id.ts";
import { READS, withIssues } from "../with-issues.ts";

/** One change of an issue: who, when, what, under which permit, in which clone, and what became of it. */
export interface ShownChange {
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly rev: number;
  readonly standing: LoggedChange["standing"];
  readonly permit: JsonObject;
  readonly clone: string;
  readonly seq: number;
  readonly mutationDigest: string;
  readonly before: string | null;
  readonly after: string;
  /** Null when no log has the row that was there before: another tool wrote it. */
  readonly changes: readonly FieldChange[] | null;
}

/** Every change of one issue that a log knows, the newest last. */
export interface IssueHistoryData {
  readonly action: "issue.history";
  readonly issuesPath: string;
  readonly id: string;
  readonly checkedAt: string;
  readonly count: number;
  readonly items: readonly ShownChange[];
}

/** Tells who changed what under which permit (M02), over the logs of all clones; deleted issues have a history too. */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<IssueHistoryData>> {
  return withIssues(args, ports, READS, ({ store, path }) => {
    const named = operand(args, 0);
    const known = store.history(named);
    const id = known.length > 0 ? { ok: true as const, data: named } : resolveId(named, store, ports);
    if (!id.ok) return id;
    const history = id.data === named ? known : store.history(id.data);
    if (history.length === 0 && store.get(id.data) === undefined)
      return refusedChange({ code: "issue_not_found", message: `issue not found: ${id.data}` });
    const items = shownChanges(history);
    const checkedAt = outputTimestamp(ports.now());
    return {
      ok: true,
      data: { action: "issue.history", issuesPath: path, id: id.data, checkedAt, count: items.length, items },
    };
  });
}

function shownChanges(history: readonly LoggedChange[]): readonly ShownChange[] {
  const rows = new Map<string, Issue>(history.map(({ after, row }) => [after, row]));
  return history.map(({ at, actor, action, rev, standing, permit, clone, seq, mutationDigest, before, after, row }) => {
    const previous = before === undefined ? undefined : rows.get(before);
    const changes = before !== undefined && previous === undefined ? null : fieldChanges(previous, row);
    const what = { at: outputTimestamp(at), actor, action, rev, standing, permit, clone, seq, mutationDigest };
    return { ...what, before: before ?? null, after, changes };
  });
}
