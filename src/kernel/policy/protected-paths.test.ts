import { describe, expect, test } from "vitest";
import { PROTECTED_PATHS, protectedBy, type ProtectedGroup } from "./protected-paths.ts";

const by = (path: string): ProtectedGroup | undefined => protectedBy(path.split("/"));

describe("paths that only a person changes (T07)", () => {
  test.each([
    [".git", "version_control"],
    [".git/config", "version_control"],
    [".git/hooks/pre-commit", "version_control"],
    ["vendor/lib/.git/config", "version_control"],
    [".gitmodules", "version_control"],
    [".premath/issues.jsonl", "harness"],
    ["tusk.config.ts", "harness"],
    [".husky/pre-commit", "hooks"],
    [".pre-commit-config.yaml", "hooks"],
    [".claude/settings.json", "agent"],
    ["pkg/.mcp.json", "agent"],
    [".envrc", "environment"],
    ["mirror.git/hooks/post-receive", "version_control"],
    [".ssh/authorized_keys", "credentials"],
    [".tusk-1-2-3.draft", "harness"],
    [".local/state/tusk/workspaces/1-2/x.jsonl", "harness"],
    [".devcontainer/devcontainer.json", "agent"],
    [".forgejo/workflows/ci.yml", "pipeline"],
    [".travis.yml", "pipeline"],
    [".github/workflows/ci.yml", "pipeline"],
    [".gitlab-ci.yml", "pipeline"],
  ] as const)("%s is %s", (path, group) => {
    expect(by(path)).toBe(group);
  });

  test.each([
    ".GIT/config",
    ".Git/config",
    ".git./config",
    ".git /config",
    ".git. ./config",
    ".git::$INDEX_ALLOCATION/config",
    ".g\u200cit/config",
    ".\uff47it/config",
    "GIT~1/config",
    "git~12/hooks/x",
    ".PREMATH/x",
    ".HU\u017fKY/x",
    ".MCP.JSON",
    "Tusk.Config.Mjs",
    ".GitHub/WorkFlows/x.yml",
    "Jenkinsfile",
  ])("%j is the same name to some file system, and is protected (CVE-2025-59944)", (path) => {
    expect(by(path)).toBeDefined();
  });

  test.each([
    "src/hooks/use-state.ts",
    ".gitignore",
    ".gitattributes",
    ".github/ISSUE_TEMPLATE.md",
    "workflows/x.yml",
    "git/config",
    "tusk.configuration.ts",
    "notes/.gitlab",
    "AGENTS.md",
    "profile",
    "a.github",
    "tusk-notes.md",
    ".github/CODEOWNERS",
    "premath",
  ])("%s may be changed", (path) => {
    expect(by(path)).toBeUndefined();
  });

  test("every protected path is protected by its own group, at the root and below", () => {
    for (const [group, { paths }] of Object.entries(PROTECTED_PATHS)) {
      for (const path of paths.map((name) => name.replace("*", "x"))) {
        expect(by(path), path).toBe(group);
        expect(by(`a/b/${path}/c`), path).toBe(group);
      }
    }
  });
});
