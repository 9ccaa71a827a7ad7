import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { delimiter, dirname, join } from "node:path";
import { buildPackage } from "../../scripts/build.ts";
import { CannotMeasure } from "./cannot-measure.ts";
import { FOLDERS, type FolderName } from "./peers.ts";

/** This Node first: npm takes older packages where it finds an older Node, without a word. */
export const ENVIRONMENT: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"] ?? ""}`,
};

/** Installs what is not there yet; from where is npm's own configuration. */
export async function installPeers(root: string, folders: readonly FolderName[]): Promise<void> {
  for (const name of folders) {
    const packages = name === "tusk" ? [...FOLDERS[name], await packed(root)] : FOLDERS[name];
    if (isThere(join(root, name), packages)) continue;
    process.stderr.write(`installing ${name}: ${FOLDERS[name].join(" ")}\n`);
    install(join(root, name), packages);
  }
}

/** The package of this clone as it would be published; its name says what is in it, so that another one is installed anew. */
async function packed(root: string): Promise<string> {
  const work = mkdtempSync(join(makeFolder(join(root, "packed")), "pack-"));
  npm(["pack", "--pack-destination", work], await buildPackage());
  const tarball = join(work, readdirSync(work)[0] ?? "no tarball");
  const bytes = readFileSync(tarball);
  rmSync(work, { recursive: true });
  const name = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  const path = join(root, "packed", `tusk-harness-${name}.tgz`);
  writeFileSync(path, bytes);
  return path;
}

const NOTE = "installed.json";

function isThere(folder: string, packages: readonly string[]): boolean {
  try {
    return readFileSync(join(folder, NOTE), "utf8") === JSON.stringify(packages);
  } catch {
    // Nothing was installed there, or not to the end.
    return false;
  }
}

function install(folder: string, packages: readonly string[]): void {
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(join(makeFolder(folder), "package.json"), JSON.stringify({ private: true, type: "module" }));
  npm(
    ["install", "--save-exact", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund", ...packages],
    folder,
  );
  writeFileSync(join(folder, NOTE), JSON.stringify(packages));
}

function makeFolder(path: string): string {
  mkdirSync(path, { recursive: true });
  return path;
}

/** npm's words for a registry that does not answer, or does not have it. */
const UNREACHED = /code (E(?:AI_AGAIN|CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|NOTCACHED|NOTFOUND|TIMEDOUT|404))/;

function npm(args: readonly string[], cwd: string): void {
  const { status, stderr, error } = spawnSync("npm", args, { cwd, env: ENVIRONMENT, encoding: "utf8" });
  if (status === 0) return;
  if (error !== undefined) throw new CannotMeasure(`npm cannot be started (${error.message}): put it on the PATH.`);
  const code = UNREACHED.exec(stderr)?.[1];
  if (code === undefined) throw new CannotMeasure(`npm ${args[0]} failed in ${cwd}:\n${stderr.trimEnd()}`);
  throw new CannotMeasure(
    `The registry that npm is configured for gives not every peer (${code}): run it where it is reached, name those that are there with --only=, or set TUSK_PEERS_DIR to a folder that has them.`,
  );
}
