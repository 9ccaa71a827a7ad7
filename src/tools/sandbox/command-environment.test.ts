import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { HOSTILE_WAYS, hostileRepository } from "../../../tests/support/hostile-repository.ts";
import { temporaryFolder } from "../../../tests/support/temporary-folder.ts";
import { commandEnvironment, environmentNames } from "./command-environment.ts";

test("a command's environment is fixed, and of ours only what is named (SECURITY 1.5)", () => {
  vi.stubEnv("TUSK_NAMED", "ours");
  vi.stubEnv("TUSK_UNNAMED", "ours");
  onTestFinished(() => void vi.unstubAllEnvs());
  const env = commandEnvironment("/home", { envNames: ["TUSK_NAMED", "TUSK_NOT_SET"] });
  expect(env).toEqual({
    HOME: "/home",
    PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    LANG: "C.UTF-8",
    TERM: "dumb",
    TMPDIR: "/tmp",
    PAGER: "cat",
    GIT_PAGER: "cat",
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_CONFIG_COUNT: "5",
    GIT_CONFIG_KEY_0: "core.fsmonitor",
    GIT_CONFIG_VALUE_0: "false",
    GIT_CONFIG_KEY_1: "core.hooksPath",
    GIT_CONFIG_VALUE_1: "/dev/null",
    GIT_CONFIG_KEY_2: "log.showSignature",
    GIT_CONFIG_VALUE_2: "false",
    GIT_CONFIG_KEY_3: "protocol.ext.allow",
    GIT_CONFIG_VALUE_3: "never",
    GIT_CONFIG_KEY_4: "safe.bareRepository",
    GIT_CONFIG_VALUE_4: "explicit",
    TUSK_NAMED: "ours",
  });
  expect(environmentNames(env)).toEqual(Object.keys(env).toSorted());
});

const folder = temporaryFolder();

test.each(HOSTILE_WAYS)(
  "the settings of a repository start no program for a command's git: $what (CVE-2026-19593)",
  ({ words, folder: below }) => {
    const { root, isMarked } = hostileRepository(mkdtempSync(join(folder, "git-")));
    const isRun = (env: Readonly<Record<string, string | undefined>>): boolean => {
      spawnSync("git", words, { cwd: join(root, below), env });
      return isMarked();
    };
    expect([isRun({ PATH: process.env["PATH"], HOME: "/nowhere" }), isRun(commandEnvironment("/nowhere"))]).toEqual([
      true,
      false,
    ]);
  },
);
