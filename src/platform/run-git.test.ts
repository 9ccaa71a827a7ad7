import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { HOSTILE_WAYS, hostileRepository } from "../../tests/support/hostile-repository.ts";
import { temporaryFolder } from "../../tests/support/temporary-folder.ts";
import { runGit } from "./run-git.ts";

const folder = temporaryFolder();

test.each(HOSTILE_WAYS)(
  "the settings of a repository start no program for us: $what (CVE-2026-19593)",
  async ({ words, folder: below }) => {
    const { root, isMarked } = hostileRepository(mkdtempSync(join(folder, "git-")));
    spawnSync("git", words, { cwd: join(root, below) });
    expect(isMarked()).toBe(true);
    await runGit(join(root, below), words);
    expect(isMarked()).toBe(false);
  },
);
