// A second process that swaps a folder and a file of a workspace for links to the outside, as fast as it can, until it is ended.
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [root = "", outside = ""] = process.argv.slice(2);
symlinkSync(outside, join(root, "link-to-folder"));
symlinkSync(join(outside, "secret.txt"), join(root, "link-to-file"));
mkdirSync(join(root, "moved"));
writeFileSync(join(root, "started"), "");
for (;;) {
  // In and out by renames alone: each is one step, so that both names always exist somewhere.
  swap("dir", "kept-folder", "link-to-folder");
  swap("moved/secret.txt", "kept-file", "link-to-file");
}

function swap(name: string, kept: string, link: string): void {
  attempt(() => renameSync(join(root, name), join(root, kept)));
  attempt(() => renameSync(join(root, link), join(root, name)));
  attempt(() => renameSync(join(root, name), join(root, link)));
  attempt(() => renameSync(join(root, kept), join(root, name)));
}

function attempt(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}
