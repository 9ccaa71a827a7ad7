import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { digestBytes } from "#platform";
import { ToolFailed, type Workspace } from "#ports";
import { openWorkspace } from "../../src/tools/workspace/open-workspace.ts";
import { temporaryWorkspace, treeDigest } from "./temporary-workspace.ts";

const SECONDS = 10;
const LIMITS = { maxBytes: 1_000_000 };

async function startSwapping(root: string, outside: string): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "swapping-child.ts"), root, outside], {
    stdio: "ignore",
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  while (!existsSync(join(root, "started"))) await new Promise((done) => setTimeout(done, 5));
}

/** True when the work was done, false when it was refused as the model may hear it; anything else is an error. */
function attempt(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (error instanceof ToolFailed) return false;
    throw error;
  }
}

/** Writes a file as a tool does: looks at what is there, then replaces exactly that. */
function replace(workspace: Workspace, path: string, text: string): void {
  const from = workspace.basis(path, LIMITS)?.digest;
  workspace.change([{ kind: "put", path, bytes: Buffer.from(text), from }]);
}

test(`symlink and rename race: 0 escapes in ${SECONDS} s of racing by a second process (SECURITY 3, TOCTOU swap)`, async () => {
  const outside = temporaryWorkspace({ "secret.txt": "SECRET", "file.txt": "OUTSIDE" });
  const root = temporaryWorkspace({ "dir/file.txt": "inside", "dir/secret.txt": "inside" });
  const before = treeDigest(outside);
  await startSwapping(root, outside);
  const session = openWorkspace(root, { role: "racer" });
  onTestFinished(() => session.close());
  const { workspace } = session.forCall("write");
  const shown = { read: 0, listed: 0, written: 0, refused: 0 };
  for (let round = 0, end = Date.now() + SECONDS * 1000; Date.now() < end; round++) {
    const done = [
      attempt(() => {
        const { bytes, digest } = workspace.read("dir/file.txt", LIMITS);
        expect(Buffer.from(bytes).toString()).not.toContain("OUTSIDE");
        expect(digest).toBe(digestBytes(bytes));
        shown.read += 1;
      }),
      attempt(() => {
        expect(Buffer.from(workspace.read("moved/secret.txt", LIMITS).bytes).toString()).not.toBe("SECRET");
        shown.read += 1;
      }),
      attempt(() => {
        workspace.list("dir");
        shown.listed += 1;
      }),
      ...["dir/file.txt", `dir/new-${round % 50}`, "moved/secret.txt"].map((path) =>
        attempt(() => {
          replace(workspace, path, `inside ${round}`);
          shown.written += 1;
        }),
      ),
    ];
    shown.refused += done.filter((ok) => !ok).length;
  }
  expect(treeDigest(outside)).toBe(before);
  expect(readdirSync(outside).toSorted()).toEqual(["file.txt", "secret.txt"]);
  expect(readFileSync(join(outside, "file.txt"), "utf8")).toBe("OUTSIDE");
  // The race was real: work was done, and work was refused.
  expect(shown.written).toBeGreaterThan(10);
  expect(shown.read).toBeGreaterThan(20);
  expect(shown.refused).toBeGreaterThan(20);
});
