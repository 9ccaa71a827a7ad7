import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { edge, row } from "./cli/issue-folder.ts";
import { tusk } from "./cli/program.ts";
import { gitRepository } from "./support/git-repository.ts";
import { noWallsAtAll } from "./support/no-walls.ts";
import { ROOT } from "./support/root.ts";
import { runProcess } from "./support/run-process.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

/** A file or folder that the page names. */
interface Entry {
  readonly path: string;
  readonly pattern: RegExp;
  readonly git: string;
}

const page = readFileSync(join(ROOT, "docs/state-folder.md"), "utf8");
/** How long the workers may take on a machine that is busy with something else, in milliseconds. */
const PATIENCE = 300_000;

/** The tables on what lies in `.premath`: those that say how git sees it. */
function entriesOf(text: string): readonly Entry[] {
  const rows = text.split("\n").filter((line) => line.startsWith("| `"));
  return rows.flatMap((line) => {
    const [, paths = "", , , git = "", , gone] = line.split("|").map((cell) => cell.trim());
    if (gone === undefined || gone === "") return [];
    return [...paths.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => ({ path, pattern: patternOf(path), git }));
  });
}

/** `<n>` is a number, `<hex>` a digest or a part of one, every other word in brackets a name; below a folder is anything. */
function patternOf(path: string): RegExp {
  const words = path.split(/(<\w+>)/).map((word) => {
    if (word === "<n>") return String.raw`\d+`;
    if (word === "<hex>") return "[0-9a-f]+";
    return /^<\w+>$/.test(word) ? "[^/]+" : word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  });
  return new RegExp(`^${words.join("")}${path.endsWith("/") ? ".+" : ""}$`);
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
}

const entries = entriesOf(page);
const folder = temporaryFolder();
const { root, state, git, write } = gitRepository(folder);
const walls = noWallsAtAll();

/** What two workers are to do: one issue first, then two beside each other of which one is refused. */
const ISSUES = [
  row("bd-1"),
  row("bd-2", { dependencies: [edge("bd-2", "bd-1")] }),
  row("bd-3", { dependencies: [edge("bd-3", "bd-1")] }),
].join("");
const WORK = "echo it works; [ $PREMATH_ISSUE_ID = bd-3 ] && echo no > parts.txt || echo yes > $PREMATH_ISSUE_ID.txt";

test("the page says of everything how git sees it", () => {
  expect(entries.length).toBeGreaterThan(30);
  expect(entries.filter((entry) => !["yes", "ignored", "open"].includes(entry.git))).toEqual([]);
});

describe.skipIf(walls !== undefined)(walls ?? "with walls around what workers run", () => {
  let files: readonly string[] = [];

  beforeAll(async () => {
    write(".gitignore", "");
    mkdirSync(state);
    expect(await tusk(["init"], { cwd: root })).toMatchObject({ code: 0 });
    writeFileSync(join(state, "issues.jsonl"), ISSUES);
    write("tusk.config.json", JSON.stringify({ schema: 1, checks: { parts: { command: "! grep -s no parts.txt" } } }));
    git(["add", "-A"]);
    git(["commit", "-qm", "issues"]);
    const flags = ["--max-parallel", "2", "--continue-on-failure", "--work-cmd", WORK];
    const ended = await tusk(["coordinator", ...flags], { cwd: root, timeout: PATIENCE });
    expect(ended, ended.stdout).toMatchObject({ code: 1, stderr: "" });
    expect(await tusk(["kpi", "--remediate", "looked at it"], { cwd: root })).toMatchObject({ code: 0 });
    expect(await tusk(["harness-session", "write", "--state", "stopped"], { cwd: root })).toMatchObject({ code: 0 });
    files = filesBelow(state);
  }, PATIENCE);

  test("every file that two workers leave is on the page", () => {
    expect(files.filter((file) => !entries.some(({ pattern }) => pattern.test(file)))).toEqual([]);
  });

  test("what the page is about is really there", () => {
    const there = entries.filter(({ pattern }) => files.some((file) => pattern.test(file))).map(({ path }) => path);
    expect(there).toEqual(
      expect.arrayContaining([
        "issues.jsonl",
        "log/<clone>.jsonl",
        "harness_trajectory.jsonl",
        "harness_feature_ledger.json",
        "workers/<worker>/journal.jsonl",
        "workers/<worker>/harness_session.json",
        "workers/<worker>/logs/<issue>.<n>.log",
        "worktrees/<issue>/",
        "sessions/<session>.jsonl",
        "witnesses/<hex>/<hex>.json",
      ]),
    );
    expect(new Set(files.flatMap((file) => /^workers\/([^/]+)\//.exec(file)?.[1] ?? []))).toEqual(
      new Set(["worker.1", "worker.2"]),
    );
  });

  test("git sees them as the page says", async () => {
    const { stdout } = await runProcess("git", ["check-ignore", "--no-index", "--stdin"], {
      cwd: root,
      input: files.map((file) => `.premath/${file}\n`).join(""),
    });
    const ignored = new Set(stdout.split("\n"));
    const otherwise = files.filter((file) => {
      const said = entries.find(({ pattern }) => pattern.test(file))?.git;
      return (said === "ignored") !== ignored.has(`.premath/${file}`);
    });
    expect(otherwise).toEqual([]);
  });
});
