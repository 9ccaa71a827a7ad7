import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { findIssuesPath } from "./find-issues-path.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "tusk-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const DEFAULT = ".premath/issues.jsonl";

/** A folder of its own, made of the paths that end in `/` and the files beside them. */
function made(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(folder, "case-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(path.endsWith("/") ? join(root, path) : dirname(join(root, path)), { recursive: true });
    if (!path.endsWith("/")) writeFileSync(join(root, path), text);
  }
  return root;
}

describe("which issue file a command means (ENGINE 9)", () => {
  test("one that is named is taken verbatim", () => {
    expect(findIssuesPath("./x/../y.jsonl", made({ ".git/": "", "sub/": "" }))).toBe("./x/../y.jsonl");
  });

  test("without a repository it is the one of this folder, whatever lies above", () => {
    expect(findIssuesPath(undefined, join(made({ ".premath/": "", "sub/": "" }), "sub"))).toBe(DEFAULT);
  });

  test("at the root of a repository the text is the contract's, with or without a state folder", () => {
    expect(findIssuesPath(undefined, made({ ".git/": "" }))).toBe(DEFAULT);
    expect(findIssuesPath(undefined, made({ ".git/": "", ".premath/": "" }))).toBe(DEFAULT);
  });

  test("below the root it is the nearest state folder, else the root's", () => {
    const root = made({ ".git/": "", ".premath/": "", "part/.premath/": "", "part/deep/": "", "other/deep/": "" });
    expect(findIssuesPath(undefined, join(root, "part/deep"))).toBe("../.premath/issues.jsonl");
    expect(findIssuesPath(undefined, join(root, "part"))).toBe(DEFAULT);
    expect(findIssuesPath(undefined, join(root, "other/deep"))).toBe("../../.premath/issues.jsonl");
  });

  test("a state folder outside the repository is none of its", () => {
    const outer = made({ ".premath/": "", "repo/.git/": "", "repo/sub/": "" });
    expect(findIssuesPath(undefined, join(outer, "repo/sub"))).toBe("../.premath/issues.jsonl");
  });

  test("a linked worktree means the main worktree's file, never its own copy", () => {
    const place = made({
      "main/.git/worktrees/topic/commondir": "../..\n",
      "main/.premath/": "",
      "topic/.premath/": "",
      "topic/sub/": "",
    });
    writeFileSync(join(place, "topic/.git"), `gitdir: ${join(place, "main/.git/worktrees/topic")}\n`);
    const file = join(place, "main", DEFAULT);
    expect(findIssuesPath(undefined, join(place, "topic"))).toBe(file);
    expect(findIssuesPath(undefined, join(place, "topic/sub"))).toBe(file);
    expect(findIssuesPath(undefined, join(place, "main"))).toBe(DEFAULT);
  });

  test("a state folder below the root is that of the main worktree too", () => {
    const place = made({
      "main/.git/worktrees/topic/commondir": "../..\n",
      "main/part/.premath/": "",
      "topic/part/deep/": "",
      "topic/.git": "gitdir: ../main/.git/worktrees/topic\n",
    });
    expect(findIssuesPath(undefined, join(place, "topic/part/deep"))).toBe(join(place, "main/part", DEFAULT));
  });

  test("worktrees of a bare repository share the file beside it", () => {
    const place = made({
      "project.git/worktrees/topic/commondir": "../..\n",
      "topic/.git": "gitdir: ../project.git/worktrees/topic\n",
    });
    expect(findIssuesPath(undefined, join(place, "topic"))).toBe(join(place, DEFAULT));
  });

  test("a submodule has issues of its own", () => {
    const place = made({ ".git/modules/part/config": "", "part/.git": "gitdir: ../.git/modules/part\n" });
    expect(findIssuesPath(undefined, join(place, "part"))).toBe(DEFAULT);
  });

  test("a file named .git that says nothing counts as a repository", () => {
    expect(findIssuesPath(undefined, made({ ".git": "\n" }))).toBe(DEFAULT);
  });
});
