import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import {
  blockedIssues,
  checkIssues,
  findCycle,
  type Issue,
  decideMutation,
  isLeaseAction,
  issueView,
  type Json,
  type JsonObject,
  leaseEnvelope,
  leaseMutation,
  leaseProjection,
  loadIssueFile,
  NOTE_WARN_THRESHOLD,
  parseTransportAction,
  readJsonText,
  readyIssues,
  rejectedPayload,
  unknownAction,
} from "#kernel";
import { sha256, utf8 } from "#platform";
import { at, byIds, edge, sampleIssue } from "./support/sample-issue.ts";

/* Real issue graphs that stay outside the repository: without the folder every check here is skipped, and its name says so. */
const corpus = resolve(process.env["TUSK_CORPUS"] ?? join(import.meta.dirname, "../../shared/fixtures"));
const absent = !existsSync(corpus);
const corpusTest = test.skipIf(absent);
const named = (title: string): string => (absent ? `${title} (skipped: no corpus at ${corpus})` : title);

interface Version {
  readonly file: string;
  readonly ready: readonly string[];
  readonly blocked: readonly string[];
  readonly checkErrors: Readonly<Record<string, number>>;
  readonly checkResult: string;
  readonly noteWarnings: number;
  readonly cycleActive: readonly string[] | null;
  readonly cycleFull: readonly string[] | null;
}

function versions(): readonly Version[] {
  if (absent) return [];
  const text = readFileSync(join(corpus, "10-issue-history/expected.jsonl"), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line): Version => JSON.parse(line));
}

function ourAnswer(file: string): Version {
  const loaded = loadIssueFile(readFileSync(join(corpus, "10-issue-history", file)), utf8, file);
  if (!loaded.ok) throw new Error(loaded.message);
  const { issues } = loaded;
  const check = checkIssues(issues, { noteWarnThreshold: NOTE_WARN_THRESHOLD });
  const classes = Object.groupBy(check.errors, (error) => error.class.replace(/^issue_graph\.(?:issue_type\.)?/, ""));
  return {
    file,
    ready: readyIssues(issues).map(({ id }) => id),
    blocked: blockedIssues(issues).map(({ issue }) => issue.id),
    checkErrors: Object.fromEntries(Object.entries(classes).map(([name, errors]) => [name, errors?.length ?? 0])),
    checkResult: check.result,
    noteWarnings: check.warnings.filter((warning) => warning.class === "issue_graph.notes.large").length,
    cycleActive: findCycle(issues, "active") ?? null,
    cycleFull: findCycle(issues, "full") ?? null,
  };
}

describe("every version of a real issue file", () => {
  corpusTest(named("is ready, blocked, checked and searched for cycles as the reference does (M01)"), () => {
    const expected = versions();
    expect(expected.length).toBeGreaterThan(10);
    const wanted = expected.map(
      ({ file, ready, blocked, checkErrors, checkResult, noteWarnings, cycleActive, cycleFull }) => {
        return { file, ready, blocked, checkErrors, checkResult, noteWarnings, cycleActive, cycleFull };
      },
    );
    expect(expected.map(({ file }) => ourAnswer(file))).toStrictEqual(wanted);
  });
});

interface Graph {
  readonly file: string;
  readonly ready: readonly string[];
  readonly readyFailClosedCount: number;
}

interface ForeignRow {
  readonly id: string;
  readonly status?: string;
  readonly dependencies?: readonly {
    readonly issue_id: string;
    readonly depends_on_id: string;
    readonly type: string;
  }[];
}

/** The graph of a file whose issue types are not ours: ids, statuses and the edges that are wanted. */
function foreignGraph(
  file: string,
  wanted: (target: string, type: string, ids: ReadonlySet<string>) => boolean,
): ReadonlyMap<string, Issue> {
  const lines = readFileSync(join(corpus, "5-issues", file), "utf8")
    .trim()
    .split("\n");
  const rows = lines.map((line): ForeignRow => JSON.parse(line));
  const ids = new Set(rows.map(({ id }) => id));
  return byIds(
    ...rows.map(({ id, status = "open", dependencies = [] }) => {
      const kept = dependencies.filter((row) => wanted(row.depends_on_id, row.type, ids));
      const edges = kept.map((row) => edge(row.issue_id, row.depends_on_id, row.type));
      return sampleIssue(id, { status, dependencies: edges });
    }),
  );
}

describe("a real issue graph", () => {
  corpusTest(
    named("has the expected ready set once only existing `blocks` targets count, which is the rule it was computed by"),
    () => {
      const graphs: readonly Graph[] = JSON.parse(readFileSync(join(corpus, "5-issues/expected.json"), "utf8"));
      const answers = graphs.map(({ file }) => {
        const lenient = readyIssues(foreignGraph(file, (target, type, ids) => type === "blocks" && ids.has(target)));
        const closed = readyIssues(foreignGraph(file, (_, type) => type === "blocks"));
        return { file, ready: lenient.map(({ id }) => id), readyFailClosedCount: closed.length };
      });
      expect(answers).toStrictEqual(
        graphs.map(({ file, ready, readyFailClosedCount }) => ({ file, ready, readyFailClosedCount })),
      );
    },
  );

  corpusTest(
    named("has fewer ready issues by our rule: parents and missing targets hold back too (contract memory 1.4)"),
    () => {
      const count = (file: string): number => readyIssues(foreignGraph(file, () => true)).length;
      expect({ beads: count("beads-2026-03.issues.jsonl"), premath: count("premath.issues.jsonl") }).toStrictEqual({
        beads: 54,
        premath: 0,
      });
    },
  );
});

interface Sequence {
  readonly files: Readonly<Record<string, string>>;
  readonly steps: readonly { readonly args: readonly string[]; readonly out: string }[];
}

const PATH = ".premath/issues.jsonl";

/** Answers one dispatch after another from memory, as the store would. */
function transport(file: string): (action: string, payload: Json) => JsonObject {
  const loaded = loadIssueFile(utf8.encode(file), utf8, PATH);
  if (!loaded.ok) throw new Error(loaded.message);
  const issues = new Map(loaded.issues);
  const now = at("2026-03-01T12:00:00Z");
  return (word, payload) => {
    const action = parseTransportAction(word);
    if (action === undefined || !isLeaseAction(action)) return unknownAction(sha256, word);
    const read = leaseMutation(action, payload, utf8);
    if (!read.ok) return rejectedPayload(sha256, action, "lease_invalid_payload", read.diagnostic);
    const decision = decideMutation(issueView(issues), read.value.mutation, now, utf8);
    if (!decision.ok) return leaseEnvelope(sha256, action, { outcome: decision, issuesPath: PATH, now });
    for (const issue of decision.changed) issues.set(issue.id, issue);
    const { changed, issue } = decision;
    const outcome = { ok: true, changed: changed.length > 0, issue, projection: leaseProjection(issues, now) } as const;
    return leaseEnvelope(sha256, action, { outcome, issuesPath: PATH, now });
  };
}

describe("a recorded sequence of lease actions", () => {
  corpusTest(named("is answered as the reference answered it (contract memory 2.1)"), () => {
    const text = readFileSync(join(corpus, "11-cli/transport-lease-json.json"), "utf8");
    const { files, steps }: Sequence = JSON.parse(text);
    const dispatch = transport(files[PATH] ?? "");
    const answers = steps.map(({ args }) => {
      const payload = readJsonText(args[4] ?? "", utf8);
      const answer = dispatch(args[2] ?? "", payload.ok ? payload.value : null);
      return JSON.parse(JSON.stringify(answer).replaceAll(/"[-0-9]{10}T[:.0-9]+\+00:00"/g, '"<NOW>"'));
    });
    expect(answers).toStrictEqual(steps.map(({ out }) => JSON.parse(out)));
  });
});
