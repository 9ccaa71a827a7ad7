import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Ended } from "../support/run-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { issueFolder, refused, row } from "./issue-folder.ts";
import { premath } from "./program.ts";

const root = temporaryFolder();
const FILE = ".premath/issues.jsonl";
const { TUSK_AGENT_RUN: _run, ...inherited } = process.env;

/** A folder with these files, a name that ends in `/` being a folder; without `FILE` there are no issues. */
function folderOf(files: Readonly<Record<string, string>>): string {
  const { path } = issueFolder(root);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(path, name, name.endsWith("/") ? "" : ".."), { recursive: true });
    if (!name.endsWith("/")) writeFileSync(join(path, name), text);
  }
  return path;
}

function inFolder(cwd: string, args: readonly string[]): Promise<Ended> {
  return premath(args, { cwd, env: { ...inherited, TUSK_ACTOR: "mona" } });
}

/** What stands in the folder, the words behind the program's name, and the line on standard error. */
type Refusal = readonly [files: Readonly<Record<string, string>>, args: readonly string[], line: string];

function refuses(rows: readonly Refusal[]): void {
  test.each(rows)("%j: %j says %s", async (files, args, line) => {
    expect(await inFolder(folderOf(files), args)).toEqual(refused(`error: ${line}`));
  });
}

const BROKEN = { [FILE]: '{"id":}\n' };
const NEXT = ["issue", "claim-next", "--assignee", "al"];
const NO_TIME = "lease_expires_at must be RFC3339";
const RANGE = "lease_ttl_seconds must be in range [30, 86400]";

describe.concurrent("what is wrong with the arguments is told before the file is read (contract memory 2)", () => {
  refuses([
    [BROKEN, ["issue", "add", "T", "--type", "bug"], "invalid issue_type `bug` (expected one of: epic, task)"],
    [
      BROKEN,
      ["issue", "discover", "a", "b", "--type", "bug"],
      "invalid issue_type `bug` (expected one of: epic, task)",
    ],
    [BROKEN, ["issue", "claim", "a", "--assignee", " "], "assignee is required"],
    [BROKEN, [...NEXT, "--lease-ttl-seconds", "5"], `${RANGE} (got 5) (lease_invalid_ttl)`],
    [{}, [...NEXT, "--lease-ttl-seconds", `${2n ** 63n - 1n}`], `${RANGE} (got ${2n ** 63n - 1n}) (lease_invalid_ttl)`],
    [BROKEN, ["issue", "add", "T"], "line 1: parse error: expected value at line 1 column 7"],
  ]);

  const named = { id: "a", assignee: "al", issuesPath: FILE };
  test.each([
    ["issue.claim", { ...named, assignee: " " }, "lease_invalid_assignee", "assignee is required"],
    ["issue.claim", { ...named, leaseTtlSeconds: 1 }, "lease_invalid_ttl", RANGE],
    ["issue.claim_next", { ...named, assignee: "" }, "lease_invalid_assignee", "assignee is required"],
    ["issue.claim_next", { ...named, leaseTtlSeconds: 1 }, "lease_invalid_ttl", `${RANGE} (got 1)`],
    [
      "issue.claim_next",
      { ...named, leaseExpiresAt: "z" },
      "lease_mutation_store_io",
      "line 1: parse error: expected value at line 1 column 7",
    ],
    ["issue.claim_next", { ...named, by: "id", leaseExpiresAt: "z" }, "lease_invalid_expires_at", NO_TIME],
    ["issue.lease_renew", { ...named, leaseId: " " }, "lease_id_mismatch", "lease_id is required"],
    ["issue.lease_renew", { ...named, leaseId: "l", leaseExpiresAt: "z" }, "lease_invalid_expires_at", NO_TIME],
  ])("transport %s of %j is rejected as %s", async (action, payload, failureClass, diagnostic) => {
    const args = ["transport-dispatch", "--action", action, "--payload", JSON.stringify(payload), "--json"];
    const { stdout } = await inFolder(folderOf(BROKEN), args);
    expect(JSON.parse(stdout)).toMatchObject({ result: "rejected", failureClasses: [failureClass], diagnostic });
  });
});

describe.concurrent("a folder where a file is due, and a file where a folder is", () => {
  const folder = { "dd/": "" };
  const there = "line 0: I/O error: dd: Is a directory (os error 21)";
  const file = { ".premath": "" };
  const lock = "failed to acquire issue-memory lock .premath/lock.db: File exists (os error 17)";
  const rows = { [FILE]: row("bd-1") };
  refuses([
    [folder, ["issue", "update", "a", "--title", "t", "--issues", "dd"], there],
    [folder, ["issue", "discover", "a", "t", "--issues", "dd"], there],
    [folder, ["dep", "add", "a", "b", "--issues", "dd"], there],
    [folder, ["dep", "remove", "a", "b", "--issues", "dd"], there],
    [folder, ["dep", "replace", "a", "b", "--to-type", "related", "--issues", "dd"], there],
    [folder, ["issue", "claim", "a", "--assignee", "al", "--issues", "dd"], `${there} (lease_mutation_store_io)`],
    [folder, [...NEXT, "--issues", "dd"], `${there} (lease_mutation_store_io)`],
    [file, ["issue", "add", "T"], lock],
    [file, ["issue", "claim", "a", "--assignee", "al"], `${lock} (lease_mutation_lock_io)`],
    [file, NEXT, `${lock} (lease_mutation_lock_io)`],
    [{ ...folder, ...rows }, ["issue", "migrate-events", "--events", "dd"], `failed to save dd: ${there}`],
    [
      rows,
      ["issue", "migrate-events", "--events", ""],
      "failed to save : line 0: I/O error: : No such file or directory (os error 2)",
    ],
    [
      folder,
      ["issue", "replay-events", "--events", "dd"],
      "failed to load dd: line 1: I/O error: Is a directory (os error 21)",
    ],
    [
      { ...folder, log: "" },
      ["issue", "replay-events", "--events", "log", "--issues", "dd"],
      `failed to load dd: ${there}`,
    ],
    [
      { f: "" },
      ["issue", "replay-events", "--events", "f", "--issues", "f/i"],
      "failed to create issues directory f: File exists (os error 17)",
    ],
    [{}, ["init", ""], "init path is not a directory: "],
    [
      { ".beads/issues.jsonl/": "" },
      ["init", "."],
      "failed to migrate legacy store ./.beads/issues.jsonl -> ./.premath/issues.jsonl: the source path is neither a regular file nor a symlink to a regular file",
    ],
  ]);
});

describe.concurrent("rows and events that say something else (contract memory 1.1, 1.9)", () => {
  const edge = '{"id":"a","title":"t","dependencies":[{"issue_id":"a","depends_on_id":"b","type":';
  const event =
    '{"event_id":"e","issue_id":"a","occurred_at":"2026-02-01T00:00:00Z","action":"add_dependency","depends_on_id":"b","type":5}';
  refuses([
    ...["1", "null", "true", "[]"].map((value): Refusal => [
      { [FILE]: `${edge}${value}}]}\n` },
      ["issue", "list"],
      `failed to load ${FILE}: line 1: parse error: expected value at line 1 column ${edge.length + 1}`,
    ]),
    [
      { [FILE]: `${edge}{}}]}\n` },
      ["issue", "list"],
      `failed to load ${FILE}: line 1: parse error: expected value at line 1 column ${edge.length + 2}`,
    ],
    [
      { log: event },
      ["issue", "replay-events", "--events", "log"],
      `failed to load log: line 1: parse error: invalid type: integer \`5\`, expected string or map at line 1 column ${event.length}`,
    ],
  ]);

  test("a log of comments makes an empty issue file", async () => {
    const path = folderOf({ log: "# nothing yet\n\n" });
    expect((await inFolder(path, ["issue", "replay-events", "--events", "log"])).code).toBe(0);
    expect(readFileSync(join(path, FILE), "utf8")).toBe("");
  });

  test.each(["eventCount", "issueCount"])("a replay cache whose %s is none remembers nothing", async (key) => {
    const path = folderOf({ [FILE]: row("bd-1") });
    const replay = async (): Promise<unknown> =>
      JSON.parse((await inFolder(path, ["issue", "replay-events", "--json"])).stdout);
    await inFolder(path, ["issue", "migrate-events"]);
    expect(await replay()).toMatchObject({ cacheHit: false });
    expect(await replay()).toMatchObject({ cacheHit: true });
    const cache = join(path, ".premath/replay-cache.json");
    writeFileSync(cache, readFileSync(cache, "utf8").replace(new RegExp(`"${key}": \\d+`), `"${key}": "1"`));
    expect(await replay()).toMatchObject({ cacheHit: false });
  });
});

describe.concurrent("numbers, paths and words of the reference", () => {
  test("the largest threshold of 64 bits is printed as it was given", async () => {
    const args = ["issue", "check", "--note-warn-threshold", "18446744073709551615", "--json"];
    const ended = await inFolder(folderOf({ [FILE]: "" }), args);
    expect(ended.stdout).toContain('"noteWarnThreshold": 18446744073709551615,\n');
  });

  test("a claim on no path is one on the folder's, and echoes none", async () => {
    const path = folderOf({ [FILE]: row("bd-1") });
    const { stdout } = await inFolder(path, [...NEXT, "--issues", "", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ claimed: true, issuesPath: "", issue: { id: "bd-1" } });
  });

  test.each([
    [[], "Premath: generic kernel checks over pluggable memory/query/version adapters"],
    [["issue"], "Manage issues in premath-bd JSONL memory"],
    [["dep"], "Manage dependencies between issues"],
  ])("premath %j asks for more in the reference's words", async (args, line) => {
    const { code, stderr } = await premath(args);
    expect([code, stderr.split("\n")[0]]).toEqual([2, line]);
  });
});

describe.concurrent("a query projection against the issue file (contract memory 2)", () => {
  const KIND = "premath.surreal.issue_projection.v0";
  const REF = "iss1_REF";
  const whole = {
    schema: 1,
    kind: KIND,
    sourceIssuesPath: FILE,
    sourceSnapshotRef: REF,
    generatedAtUnixMs: 1,
    issueCount: 1,
    issues: [JSON.parse(row("bd-1"))],
  };
  const { generatedAtUnixMs: _at, ...undated } = whole;
  const { sourceSnapshotRef: _ref, ...unbound } = whole;
  const known = { schema: 1, projectionKind: KIND, sourceIssuesPath: FILE, sourceSnapshotRef: REF };
  const fresh = {
    ...known,
    state: "fresh",
    sourcePathMatchesAuthority: true,
    snapshotRefMatchesProjection: true,
    snapshotRefMatchesAuthority: true,
    error: null,
  };
  const none = {
    sourcePathMatchesAuthority: null,
    snapshotRefMatchesProjection: null,
    snapshotRefMatchesAuthority: null,
  };
  const invalid = { ...known, ...none, state: "invalid" };
  const unknown = { ...fresh, snapshotRefMatchesAuthority: null, state: "unknown" };
  const empty = { schema: null, projectionKind: null, sourceIssuesPath: null, sourceSnapshotRef: null };
  const parse = (problem: string): string => `failed to parse p.json: ${problem}`;
  const text = (value: object): string => JSON.stringify(value);

  const status = async (path: string): Promise<{ readonly ref: string; readonly projection: object }> => {
    const { stdout } = await inFolder(path, ["issue", "backend-status", "--projection", "p.json", "--json"]);
    const { canonicalMemory, queryProjection } = JSON.parse(stdout) as {
      readonly canonicalMemory: { readonly snapshotRef: string | null };
      readonly queryProjection: object;
    };
    return { ref: canonicalMemory.snapshotRef ?? "", projection: queryProjection };
  };
  const ref = status(folderOf({ [FILE]: row("bd-1") })).then((seen) => seen.ref);

  test.each([
    ["made of what is there", text(whole), row("bd-1"), fresh],
    [
      "that names the file by a link",
      text({ ...whole, sourceIssuesPath: "link" }),
      row("bd-1"),
      { ...fresh, sourceIssuesPath: "link" },
    ],
    [
      "made of what was there",
      text(whole),
      row("bd-2"),
      { ...fresh, state: "stale", snapshotRefMatchesAuthority: false },
    ],
    [
      "of another file",
      text({ ...whole, sourceIssuesPath: "other" }),
      row("bd-1"),
      { ...fresh, state: "stale", sourceIssuesPath: "other", sourcePathMatchesAuthority: false },
    ],
    ["of a file that is broken", text(whole), "{\n", unknown],
    [
      "of another file than the one that is broken",
      text({ ...whole, sourceIssuesPath: "other" }),
      "{\n",
      { ...unknown, state: "stale", sourceIssuesPath: "other", sourcePathMatchesAuthority: false },
    ],
    [
      "that names no snapshot",
      text(unbound),
      row("bd-1"),
      { ...unknown, sourceSnapshotRef: null, snapshotRefMatchesProjection: null },
    ],
    [
      "that names the snapshot of other rows",
      text({ ...whole, sourceSnapshotRef: "x" }),
      row("bd-1"),
      {
        ...invalid,
        sourceSnapshotRef: "x",
        snapshotRefMatchesProjection: false,
        error: `projection payload snapshot mismatch (sourceSnapshotRef=x, payloadSnapshotRef=${REF})`,
      },
    ],
    [
      "of another schema",
      text({ ...whole, schema: 2 }),
      row("bd-1"),
      {
        ...invalid,
        schema: 2,
        error: `projection metadata mismatch (expected schema=1 kind=${KIND}, actual schema=Some(2) kind=Some("${KIND}"))`,
      },
    ],
    [
      "that is no JSON",
      "{",
      row("bd-1"),
      { ...invalid, ...empty, error: parse("EOF while parsing an object at line 1 column 1") },
    ],
    [
      "whose schema is a text",
      text({ ...whole, schema: "1" }),
      row("bd-1"),
      { ...invalid, ...empty, error: parse('invalid type: string "1", expected u64 at line 1 column 13') },
    ],
    [
      "without a date",
      `\n${text(undated)}`,
      row("bd-1"),
      { ...invalid, error: parse(`missing field \`generatedAtUnixMs\` at line 2 column ${text(undated).length + 61}`) },
    ],
    [
      "with a row that is no issue",
      text({ ...whole, issues: [{}] }),
      row("bd-1"),
      {
        ...invalid,
        error: parse(`missing field \`id\` at line 1 column ${text({ ...whole, issues: [{}] }).length + 59}`),
      },
    ],
  ])("one %s", async (_what, projection, issues, expected) => {
    // The snapshot depends on the rows: the place where it stands is filled in.
    const filled = (template: string): string => template.replaceAll(REF, snapshot);
    const snapshot = await ref;
    const path = folderOf({ [FILE]: issues, "p.json": filled(projection) });
    symlinkSync(FILE, join(path, "link"));
    const seen = (await status(path)).projection;
    expect(seen).toEqual({
      kind: KIND,
      path: "p.json",
      exists: true,
      ...(JSON.parse(filled(text(expected))) as object),
    });
  });

  test("one that cannot be read says why", async () => {
    const seen = (await status(folderOf({ [FILE]: "", "p.json/": "" }))).projection;
    expect(seen).toMatchObject({ state: "invalid", error: "failed to read p.json: Is a directory (os error 21)" });
  });
});
