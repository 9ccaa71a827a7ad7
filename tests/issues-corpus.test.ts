import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import {
  eventStreamRef,
  type Issue,
  loadIssueFile,
  migrateToEvents,
  readBeadsRow,
  readEvents,
  replayEvents,
  snapshotRef,
  storesEquivalent,
  writeEvent,
  writeIssue,
} from "#kernel";
import { utf8 } from "#platform";

/*
 * Real issue files that stay outside the repository. Without the folder every check here is skipped, and its name says so.
 */

const corpus = resolve(process.env["TUSK_CORPUS"] ?? join(import.meta.dirname, "../../shared/fixtures"));
const history = join(corpus, "10-issue-history");
const graphs = join(corpus, "5-issues");

function rowsOf(path: string): readonly Record<string, unknown>[] {
  if (!existsSync(path)) return [];
  const text = readFileSync(path, "utf8");
  const rows: unknown = text.startsWith("[")
    ? JSON.parse(text)
    : text
        .trim()
        .split("\n")
        .map((line): unknown => JSON.parse(line));
  return rows as readonly Record<string, unknown>[];
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function titled(title: string, folder: string): string {
  return existsSync(folder) ? title : `${title} (skipped: no corpus at ${folder})`;
}

function load(path: string): readonly Issue[] {
  const file = loadIssueFile(readFileSync(path), utf8, path);
  if (!file.ok) throw new Error(file.message);
  return [...file.issues.values()];
}

function tally(names: Iterable<string>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

describe.skipIf(!existsSync(history))(titled("every version of a real issue file (M01, K14)", history), () => {
  const versions = rowsOf(join(history, "expected.jsonl")).map(
    (version) => [String(version["file"]), version] as const,
  );
  test.each(versions)("%s", (name, version) => {
    const path = join(history, name);
    const issues = load(path);
    const events = migrateToEvents(issues);
    expect(issues.map((issue) => `${writeIssue(issue)}\n`).join("")).toBe(readFileSync(path, "utf8"));
    expect({
      issues: issues.length,
      deps: issues.flatMap(({ dependencies }) => dependencies).length,
      leases: issues.filter(({ lease }) => lease !== undefined).length,
      statuses: tally(issues.map(({ status }) => status)),
      snapshotRef: snapshotRef(issues, sha256),
      eventCount: events.length,
      eventStreamRef: eventStreamRef(events, sha256),
    }).toEqual({
      issues: version["issues"],
      deps: version["deps"],
      leases: version["leases"],
      statuses: version["statuses"],
      snapshotRef: version["snapshotRef"],
      eventCount: version["eventCount"],
      eventStreamRef: version["eventStreamRef"],
    });
  });

  test.each(versions)("%s comes back from its own events", (name) => {
    const issues = load(join(history, name));
    const log = readEvents(utf8.encode(migrateToEvents(issues).map(writeEvent).join("\n")), utf8);
    if (!log.ok) throw new Error(log.message);
    const replayed = replayEvents(log.events);
    expect(replayed.ok && storesEquivalent(replayed.issues.values(), issues)).toBe(true);
  });
});

function readRows(path: string): readonly Issue[] {
  if (!path.includes("beads")) return load(path);
  const lines = readFileSync(path, "utf8").trim().split("\n");
  return lines.map((line) => {
    const reading = readBeadsRow(utf8.encode(line), utf8);
    if (!reading.ok) throw new Error(reading.problem);
    return reading.issue;
  });
}

describe.skipIf(!existsSync(graphs))(titled("real issue graphs (M01)", graphs), () => {
  const files = rowsOf(join(graphs, "expected.json")).map((file) => [String(file["file"]), file] as const);
  test.each(files)("%s", (name, file) => {
    const issues = readRows(join(graphs, name));
    const ids = tally(issues.map(({ id }) => id));
    const edges = issues.flatMap(({ dependencies }) => dependencies);
    const dangling = edges.filter(({ depends_on_id: target }) => ids[target] === undefined);
    expect({
      issues: issues.length,
      uniqueIds: Object.keys(ids).length,
      duplicateIds: Object.keys(ids).filter((id) => ids[id] !== 1),
      deps: edges.length,
      depTypes: tally(edges.map(({ type }) => type)),
      danglingTargets: dangling.map((edge) => `${edge.issue_id} -> ${edge.depends_on_id} (${edge.type})`).sort(),
      status: tally(issues.map(({ status }) => status)),
    }).toEqual({
      issues: file["issues"],
      uniqueIds: file["uniqueIds"],
      duplicateIds: file["duplicateIds"],
      deps: file["deps"],
      depTypes: file["depTypes"],
      danglingTargets: file["danglingTargets"],
      status: file["status"],
    });
  });

  test.each(files)("%s: what was read is what is written, word for word where it is ours", (name) => {
    const issues = readRows(join(graphs, name));
    const again = loadIssueFile(utf8.encode(issues.map((issue) => `${writeIssue(issue)}\n`).join("")), utf8, name);
    if (!again.ok) throw new Error(again.message);
    expect(new Map([...again.issues, ...again.tombstones])).toEqual(new Map(issues.map((issue) => [issue.id, issue])));
  });
});
