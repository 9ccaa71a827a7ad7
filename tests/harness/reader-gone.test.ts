import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { row } from "../cli/issue-folder.ts";
import { tusk } from "../cli/program.ts";
import { gitRepository } from "../support/git-repository.ts";
import { ROOT } from "../support/root.ts";
import { runProcess } from "../support/run-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();

test.each(["", "--json"])("a worker %s that nobody reads any more hands off and gives its lease back", async (flag) => {
  const { root, state } = gitRepository(folder);
  mkdirSync(state);
  writeFileSync(join(state, "issues.jsonl"), row("bd-1"));
  const line = `"${ROOT}/bin/tusk" worker --worker-id w.1 --work-cmd 'sleep 50' --verify-cmd true ${flag} | grep -m1 claimed`;
  expect(await runProcess("sh", ["-c", line], { cwd: root, timeout: 50_000 })).toMatchObject({ code: 0, stderr: "" });
  const [shown, told] = await Promise.all([
    tusk(["issue", "show", "bd-1"], { cwd: root }),
    tusk(["harness-trajectory", "query"], { cwd: root }),
  ]);
  expect(shown.stdout).toContain("  Lease: unleased\n");
  expect(told.stdout).toContain("  - w.1.bd-1.1 [retry_needed_handoff] worker.loop (");
});
