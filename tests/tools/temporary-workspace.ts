import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { onTestFinished } from "vitest";

/** A folder with files in it, gone when the test is over. Names that end with / are folders. */
export function temporaryWorkspace(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "tusk-ws-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(path.endsWith("/") ? join(folder, path) : dirname(join(folder, path)), { recursive: true });
    if (!path.endsWith("/")) writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Everything below a folder in one digest: names, kinds, modes, contents and the targets of links. */
export function treeDigest(folder: string): string {
  const hash = createHash("sha256");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
  for (const name of names) {
    const path = join(folder, name);
    const entry = lstatSync(path);
    const content = entry.isFile() ? readFileSync(path) : entry.isSymbolicLink() ? readlinkSync(path) : "";
    hash.update(JSON.stringify([name, entry.mode, Buffer.from(content).toString("base64")]));
  }
  return hash.digest("hex");
}

/** Every file below a folder, by path, its bytes as Latin-1; nothing for a folder that is not there. */
export function treeOf(root: string): Readonly<Record<string, string>> {
  if (!existsSync(root)) return {};
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).toSorted();
  return Object.fromEntries(paths.map((path) => [relative(root, path), readFileSync(path, "latin1")]));
}
