import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { edge, row } from "../cli/issue-folder.ts";
import { gitRepository } from "../support/git-repository.ts";
import { ROOT } from "../support/root.ts";
import { runProcess } from "../support/run-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
/** Two issues that wait for each other, as a merge of two clones may leave them, and one that waits for nobody. */
const CIRCLE = [
  row("bd-1", { dependencies: [edge("bd-1", "bd-2")] }),
  row("bd-2", { dependencies: [edge("bd-2", "bd-1")] }),
  row("bd-3"),
].join("");

test.each([["run"], ["worker", "--worker-id", "w.1"]])(
  "where dependencies run in a circle %s begins nothing and has failed (M06)",
  async (...command) => {
    const { root, state } = gitRepository(folder);
    mkdirSync(state);
    writeFileSync(join(state, "issues.jsonl"), CIRCLE);
    // Nobody pipes a task.
    const line = `"${ROOT}/bin/tusk" ${command.join(" ")} --work-cmd true --verify-cmd true </dev/null`;
    const ended = await runProcess("sh", ["-c", line], { cwd: root });
    expect(ended).toMatchObject({ code: 1, stderr: "" });
    expect(ended.stdout).toMatch(
      /^\[worker:[\w.]+\] refused: 0 closed, .*: bd-1 -> bd-2 -> bd-1; 'tusk dep diagnostics' has more$/m,
    );
    expect(ended.stdout).not.toContain("claimed");
  },
);
