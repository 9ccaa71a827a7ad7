import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { DEPENDENCY_TYPES } from "#kernel";
import { HOST_ACTIONS } from "#host";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { done, edge, issueFolder, refused, row } from "./issue-folder.ts";
import { tusk } from "./program.ts";
import { expectSortedJson } from "./sorted-json.ts";

const root = temporaryFolder();
const PATH = "  Path: .premath/issues.jsonl";
const THREE = row("bd-1") + row("bd-2", { dependencies: [edge("bd-2", "bd-1")] }) + row("bd-3", { priority: 0 });
const STALE = { lease_id: "L", owner: "gone", acquired_at: "2026-02-01T00:00:00Z", expires_at: "2026-02-01T01:00:00Z" };

describe.concurrent("changes in text, as the contract prints them (M01)", () => {
  test("add takes the smallest free id and makes the file", async () => {
    const here = issueFolder(root);
    expect(await here.run("issue", "add", "First")).toEqual(done("premath issue add", "  Added: bd-1 [open]", PATH));
    expect(await here.run("issue", "add", "Third", "--id", "bd-3", "--status", "blocked")).toEqual(
      done("premath issue add", "  Added: bd-3 [blocked]", PATH),
    );
    expect(await here.run("issue", "add", "Second")).toEqual(done("premath issue add", "  Added: bd-2 [open]", PATH));
  });

  test("discover links the new issue to the one it was found at", async () => {
    const here = issueFolder(root, row("bd-1"));
    expect(await here.run("issue", "discover", "bd-1", "Found")).toEqual(
      done("premath issue discover", "  Added: bd-2 [open]", "  Linked: bd-2 -> bd-1 (discovered-from)", PATH),
    );
    expect(expectSortedJson((await here.run("issue", "discover", "bd-1", "More", "--json")).stdout)).toEqual({
      action: "issue.discover",
      dependency: { dependsOnId: "bd-1", issueId: "bd-3", type: "discovered-from" },
      issue: { assignee: "", id: "bd-3", issueType: "task", owner: "", priority: 2, status: "open", title: "More" },
      issuesPath: ".premath/issues.jsonl",
    });
  });

  test("dep add, replace and remove say what they did", async () => {
    const here = issueFolder(root, row("bd-1") + row("bd-2"));
    expect(await here.run("dep", "add", "bd-2", "bd-1")).toEqual(
      done("premath dep add", "  Added: bd-2 -> bd-1 (blocks)", PATH),
    );
    expect(await here.run("dep", "replace", "bd-2", "bd-1", "--to-type", "waits-for")).toEqual(
      done("premath dep replace", "  Replaced: bd-2 -> bd-1 (blocks -> waits-for)", PATH),
    );
    expect(await here.run("dep", "remove", "bd-2", "bd-1", "--type", "waits-for")).toEqual(
      done("premath dep remove", "  Removed: bd-2 -> bd-1 (waits-for)", PATH),
    );
  });

  test("claim-next says when there is nothing to take", async () => {
    const here = issueFolder(root, row("bd-1"));
    expect(await here.run("issue", "claim-next", "--assignee", "al")).toEqual(
      done("premath issue claim-next", "  Claimed: bd-1 -> al [in_progress]", PATH),
    );
    expect(await here.run("issue", "claim-next", "--assignee", "al")).toEqual(
      done("premath issue claim-next", "  Claimed: none (no ready/open issue)", PATH),
    );
  });

  test("notes come from the command line, a file or standard input", async () => {
    const here = issueFolder(root, row("bd-1"));
    writeFileSync(join(here.path, "notes.txt"), "from\na file\n");
    await here.run("issue", "update", "bd-1", "--notes-file", "notes.txt");
    expect(here.read()).toContain(String.raw`"notes":"from\na file\n"`);
    await tusk(["issue", "update", "bd-1", "--notes-file", "-"], { cwd: here.path, input: "typed" });
    await here.run("issue", "update", "bd-1", "--title", "the notes stay");
    expect(here.read().trim().split("\n").at(-1)).toContain('"notes":"typed"');
  });
});

describe.concurrent("claims beyond the contract (M01)", () => {
  test("--by priority takes the most urgent first", async () => {
    const here = issueFolder(root, THREE);
    const ended = await here.run("issue", "claim-next", "--assignee", "al", "--by", "priority", "--json");
    expect(JSON.parse(ended.stdout)).toMatchObject({ claimed: true, issue: { id: "bd-3" } });
  });

  test("--reclaim-stale takes over what an expired lease holds; without it nothing is taken", async () => {
    const here = issueFolder(root, row("bd-1", { status: "in_progress", assignee: "gone", lease: STALE }));
    expect((await here.run("issue", "claim-next", "--assignee", "al")).stdout).toContain("none");
    expect((await here.run("issue", "claim-next", "--assignee", "al", "--reclaim-stale")).stdout).toContain(
      "bd-1 -> al",
    );
  });

  test("--fence adds revision and token, in JSON and in text", async () => {
    const here = issueFolder(root, row("bd-1"));
    const first = await here.run("issue", "claim-next", "--assignee", "al", "--fence", "--json");
    expect(JSON.parse(first.stdout)).toMatchObject({ fence: { rev: 1, token: 1 } });
    const again = await here.run("issue", "claim", "bd-1", "--assignee", "al", "--fence");
    expect(again.stdout).toContain("  Fence: rev=2 token=1\n");
  });

  test("an owner who lost the lease changes nothing; the new one does", async () => {
    const here = issueFolder(
      root,
      row("bd-1", { status: "in_progress", assignee: "gone", lease: STALE, rev: 1, token: 1 }),
    );
    const close = ["issue", "update", "bd-1", "--status", "closed"];
    const late = [...close, "--token", "1", "--lease-owner", "gone"];
    expect(await here.run(...late)).toEqual(refused("error: lease is stale and must be reclaimed: bd-1 (lease_stale)"));
    await here.run("issue", "claim", "bd-1", "--assignee", "bo");
    expect(await here.run(...late)).toEqual(
      refused("error: lease owner mismatch for bd-1 (expected=bo, got=gone) (lease_owner_mismatch)"),
    );
    expect(await here.run(...close, "--token", "1")).toEqual(
      refused("error: fencing token mismatch for bd-1 (expected=2, got=1) (lease_token_mismatch)"),
    );
    expect((await here.run(...close, "--token", "2")).code).toBe(0);
  });
});

describe.concurrent("refusals (contract memory 1.3, 1.8, 2)", () => {
  test.each([
    [
      "a self-loop",
      ["dep", "add", "bd-1", "bd-1"],
      "failed to add dependency: dependency self-loop is not allowed: bd-1 (blocks)",
    ],
    [
      "a cycle, with its path",
      ["dep", "add", "bd-1", "bd-2", "--type", "related"],
      "failed to add dependency: dependency cycle detected: bd-1 -> bd-2 (related); path: bd-1 -> bd-2 -> bd-1",
    ],
    [
      "an edge twice",
      ["dep", "add", "bd-2", "bd-1"],
      "failed to add dependency: dependency already exists: bd-2 -> bd-1 (blocks)",
    ],
    ["an edge to nothing", ["dep", "add", "bd-1", "bd-9"], "failed to add dependency: issue not found: bd-9"],
    [
      "no edge to remove",
      ["dep", "remove", "bd-1", "x"],
      "failed to remove dependency: dependency not found: bd-1 -> x (blocks)",
    ],
    [
      "no edge to replace",
      ["dep", "replace", "bd-1", "bd-3", "--to-type", "related"],
      "failed to replace dependency: dependency not found: bd-1 -> bd-3 (blocks)",
    ],
    ["an id that is taken", ["issue", "add", "x", "--id", "bd-1"], "issue already exists: bd-1"],
    [
      "a type that is none",
      ["issue", "add", "x", "--type", "bug"],
      "invalid issue_type `bug` (expected one of: epic, task)",
    ],
    ["a parent that is none", ["issue", "discover", "bd-9", "x"], "parent issue not found: bd-9"],
    ["an update of nothing", ["issue", "update", "bd-1"], "no update fields provided"],
    [
      "notes from nowhere",
      ["issue", "update", "bd-1", "--notes-file", "no"],
      "failed to read notes file `no`: No such file or directory (os error 2)",
    ],
    [
      "a lease that is too short",
      ["issue", "claim-next", "--assignee", "al", "--lease-ttl-seconds", "29"],
      "lease_ttl_seconds must be in range [30, 86400] (got 29) (lease_invalid_ttl)",
    ],
    [
      "a lease that has ended",
      ["issue", "claim", "bd-1", "--assignee", "al", "--lease-expires-at", "2001-01-01T00:00:00Z"],
      "lease_expires_at must be in the future (lease_invalid_expires_at)",
    ],
    [
      "two terms",
      [
        "issue",
        "claim-next",
        "--assignee",
        "al",
        "--lease-ttl-seconds",
        "60",
        "--lease-expires-at",
        "2099-01-01T00:00:00Z",
      ],
      "provide only one of leaseTtlSeconds or leaseExpiresAt (lease_binding_ambiguous)",
    ],
    ["a blank assignee", ["issue", "claim-next", "--assignee", "\t"], "assignee is required"],
  ])("%s: one line, exit 1, the file as it was", async (_what, args, line) => {
    const here = issueFolder(root, THREE);
    expect(await here.run(...args)).toEqual(refused(`error: ${line}`));
    expect(here.read()).toBe(THREE);
  });
});

describe.concurrent("usage errors: first line and exit code 2 (contract 0.1)", () => {
  test.each([
    [["issue", "zzz"], "error: unrecognized subcommand 'zzz'"],
    [["issue", "add"], "error: the following required arguments were not provided:"],
    [["issue", "claim", "bd-1"], "error: the following required arguments were not provided:"],
    [["issue", "add", "a", "b"], "error: unexpected argument 'b' found"],
    [
      ["issue", "add", "a", "--priority", "x"],
      "error: invalid value 'x' for '--priority <PRIORITY>': invalid digit found in string",
    ],
    [
      ["issue", "check", "--note-warn-threshold", "1.5"],
      "error: invalid value '1.5' for '--note-warn-threshold <NOTE_WARN_THRESHOLD>': invalid digit found in string",
    ],
    [
      ["issue", "update", "a", "--notes", "b", "--notes-file", "c"],
      "error: the argument '--notes <NOTES>' cannot be used with '--notes-file <NOTES_FILE>'",
    ],
    [["dep", "add", "a", "b", "--type", "zzz"], "error: invalid value 'zzz' for '--type <DEP_TYPE>'"],
    [["dep", "replace", "a", "b"], "error: the following required arguments were not provided:"],
    [["dep", "project", "--view", "zzz"], "error: invalid value 'zzz' for '--view <VIEW>'"],
    [
      ["transport-dispatch", "--action", "x", "--payload", "{"],
      "error: failed to parse --payload JSON: EOF while parsing an object at line 1 column 1",
    ],
    [["transport-dispatch", "--action", " "], "error: --action is required"],
  ])("%j", async (args, line) => {
    const { code, stdout, stderr } = await issueFolder(root).run(...args);
    expect({ code, stdout, first: stderr.split("\n")[0] }).toEqual({ code: 2, stdout: "", first: line });
  });
});

test("the table's dependency types are the kernel's, in its order (H01)", () => {
  const typed = [HOST_ACTIONS["dep.add"], HOST_ACTIONS["dep.remove"], HOST_ACTIONS["dep.replace"]];
  const choices = typed.flatMap(({ flags }) =>
    flags.filter(({ name }) => name.endsWith("type")).map((flag) => flag.choices),
  );
  expect(choices).toEqual([1, 2, 3, 4].map(() => DEPENDENCY_TYPES));
});

const NO_GIT = existsSync("/usr/bin/git") ? undefined : "git is missing";

test.skipIf(NO_GIT)("a linked worktree works on the main worktree's issues (ENGINE 9)", async () => {
  const here = issueFolder(root, row("bd-1"));
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", ...args], { cwd: here.path });
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "issues");
  git("worktree", "add", "-q", "tree");
  mkdirSync(join(here.path, "tree/sub"));
  const claim = await here.run("issue", "claim-next", "--assignee", "al", "--json");
  expect(JSON.parse(claim.stdout)).toMatchObject({ issue: { id: "bd-1" }, issuesPath: ".premath/issues.jsonl" });
  const seen = await tusk(["issue", "list", "--json"], { cwd: join(here.path, "tree/sub") });
  expect(JSON.parse(seen.stdout)).toMatchObject({
    issuesPath: join(here.path, ".premath/issues.jsonl"),
    items: [{ id: "bd-1", status: "in_progress", assignee: "al" }],
  });
});
