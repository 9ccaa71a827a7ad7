import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { VERIFICATION_RUNNERS } from "#kernel";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { done, issueFolder, row } from "./issue-folder.ts";

const root = temporaryFolder();

const made = (...created: readonly ["yes" | "no", "yes" | "no", "yes" | "no"]) =>
  done(
    "premath init .",
    "",
    "  repo root: .",
    "  premath dir: ./.premath",
    "  issues path: ./.premath/issues.jsonl",
    `  created repo root: ${created[0]}`,
    `  created .premath dir: ${created[1]}`,
    `  created issues file: ${created[2]}`,
  );

describe.concurrent("init (contract memory 2)", () => {
  test("makes an empty memory; a second time it changes nothing", async () => {
    const here = issueFolder(root);
    expect(await here.run("init")).toEqual(made("no", "yes", "yes"));
    expect(here.read()).toBe("");
    await here.run("issue", "add", "x");
    const kept = [".premath/issues.jsonl", ".premath/.gitignore", ".premath/.gitattributes", "tusk.config.json"];
    for (const path of kept.slice(1)) writeFileSync(join(here.path, path), "mine");
    const before = kept.map((path) => here.read(path));
    expect(await here.run("init")).toEqual(made("no", "no", "no"));
    expect(kept.map((path) => here.read(path))).toEqual(before);
  });

  test("keeps what is rebuilt or held out of git, and lets git merge the rest line by line (ENGINE 2, 8)", async () => {
    const here = issueFolder(root);
    execFileSync("git", ["init", "-q"], { cwd: here.path });
    await here.run("init");
    await here.run("issue", "add", "x");
    const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: here.path, encoding: "utf8" }).trim();
    const untracked = git("ls-files", "--others", "--exclude-standard").split("\n");
    expect(untracked.filter((path) => !path.startsWith(".premath/log/"))).toEqual([
      ".premath/.gitattributes",
      ".premath/.gitignore",
      ".premath/issues.jsonl",
      "tusk.config.json",
    ]);
    expect(untracked).toHaveLength(5);
    for (const path of untracked.filter((name) => name.endsWith(".jsonl")))
      expect(git("check-attr", "merge", path)).toBe(`${path}: merge: union`);
  });

  test("writes a configuration whose runners are the contract's and those of other ecosystems", async () => {
    const here = issueFolder(root);
    await here.run("init");
    const { runners } = (JSON.parse(here.read("tusk.config.json")) as { check: { runners: readonly string[] } }).check;
    expect(runners.slice(0, VERIFICATION_RUNNERS.length)).toEqual(VERIFICATION_RUNNERS);
    expect(runners).toEqual(
      expect.arrayContaining(["npm", "npx", "node", "go test", "make", "dotnet", "mvn", "gradle"]),
    );
    expect(new Set(runners).size).toBe(runners.length);
    const description = "Acceptance:\n- green\n\n`npm test`";
    await here.run("issue", "add", "x", "--description", description);
    expect((await here.run("issue", "check")).code).toBe(0);
    writeFileSync(join(here.path, "tusk.config.json"), "{}");
    expect((await here.run("issue", "check")).stdout).toContain("issue_graph.verification_command.missing");
  });

  test("leaves a folder that has a configuration with that one", async () => {
    const here = issueFolder(root);
    writeFileSync(join(here.path, "tusk.config.mjs"), "export default {};");
    await here.run("init");
    expect(() => here.read("tusk.config.json")).toThrow("ENOENT");
  });

  test("copies the legacy file byte by byte, and only when there is no other", async () => {
    const here = issueFolder(root);
    mkdirSync(join(here.path, ".beads"));
    writeFileSync(join(here.path, ".beads/issues.jsonl"), `# old\n${row("bd-1")}`);
    expect((await here.run("init")).stdout).toContain("  migrated from legacy: ./.beads/issues.jsonl\n");
    expect(readFileSync(join(here.path, ".premath/issues.jsonl"), "utf8")).toBe(`# old\n${row("bd-1")}`);
    expect((await here.run("init")).stdout).not.toContain("legacy");
  });
});
