import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryWorkspace, treeOf } from "./temporary-workspace.ts";

const FILES = { "one.txt": "1", "dir/two.txt": "2" };
const CHANGED = { "one.txt": "ONE", "dir/two.txt": "TWO", "dir/three.txt": "THREE" };

interface Answer {
  readonly done: boolean;
  readonly code?: string;
  readonly calls: number;
}

function meddle(root: string, outside: string, meddling: string, step: number | string): Answer {
  const child = join(import.meta.dirname, "meddling-child.ts");
  const { stdout, stderr } = spawnSync(process.execPath, [child, root, outside, meddling, `${step}`], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  return JSON.parse(stdout) as Answer;
}

/** How many steps a change has that nobody meddles with. */
function stepsOf(): number {
  return meddle(temporaryWorkspace(FILES), "", "nothing", 0).calls;
}

describe("somebody works on the same files while a change is made (T07)", () => {
  test.each(["changes a file", "makes the new file"])("who %s at any step loses nothing", (meddling) => {
    const seen = { done: 0, refused: 0 };
    for (let step = 1, steps = stepsOf(); step <= steps; step++) {
      const root = temporaryWorkspace(FILES);
      const { done, code } = meddle(root, temporaryWorkspace(), meddling, step);
      const tree = treeOf(root);
      seen[done ? "done" : "refused"] += 1;
      const theirs = Object.values(tree).some((text) => text.includes("by somebody else"));
      // Before the name changes hands the change is refused and nothing of it stays; afterwards the other one wrote to the new file.
      if (!done) expect(tree, `step ${step}: ${code}`).toMatchObject({ "one.txt": "1" });
      expect(theirs, `step ${step}`).toBe(true);
      expect(Object.keys(tree).filter((name) => name.includes(".tusk-"))).toEqual([]);
    }
    expect(seen.refused).toBeGreaterThan(3);
    expect(seen.done).toBeGreaterThan(0);
  });

  test("who moves the folder out at any step finds nothing changed in it", () => {
    const seen = { inside: 0, outside: 0 };
    for (let step = 1, steps = stepsOf(); step <= steps; step++) {
      const [root, outside] = [temporaryWorkspace(FILES), temporaryWorkspace()];
      const { done } = meddle(root, outside, "moves the folder out", step);
      const moved = treeOf(join(outside, "dir"));
      seen[done ? "inside" : "outside"] += 1;
      expect(
        done ? moved : { ...moved, "one.txt": readFileSync(join(root, "one.txt"), "utf8") },
        `step ${step}`,
      ).toEqual(done ? { "two.txt": "TWO", "three.txt": "THREE" } : { "two.txt": "2", "one.txt": "1" });
    }
    expect(seen.outside).toBeGreaterThan(5);
  });

  test("a disk that fails once, at any step, leaves all files old or all new", () => {
    for (let step = 1, steps = stepsOf(); step <= steps; step++) {
      const root = temporaryWorkspace(FILES);
      const { done } = meddle(root, "", "breaks the disk", step);
      const files = Object.entries(treeOf(root)).filter(([name]) => !name.includes(".tusk-"));
      expect(Object.fromEntries(files), `step ${step}`).toEqual(done ? CHANGED : FILES);
    }
  });

  test("a disk that fails for good is said to have left a change half done", () => {
    const root = temporaryWorkspace(FILES);
    const { done, code } = meddle(root, "", "breaks the disk", "for good");
    expect({ done, code }).toEqual({ done: false, code: "half_changed" });
    expect(readFileSync(join(root, "one.txt"), "utf8")).toBe("ONE");
  });
});
