import { lstatSync, readFileSync, statSync } from "node:fs";
import type { Digest } from "#kernel";
import { digestBytes, realPath, startChild } from "#platform";

/** Where the programs that hold the walls are looked for: fixed places, never `PATH` or the working folder (SECURITY 3). */
const FOLDERS = ["/usr/bin", "/bin", "/usr/sbin", "/sbin"];
/** Bits that let anybody but the owner write. */
const WRITABLE_BY_OTHERS = 0o022;

/** The absolute path of a system program that only root can have put there; undefined when there is none. */
export function trustedProgram(name: string): string | undefined {
  return FOLDERS.map((folder) => `${folder}/${name}`).find(isTrusted);
}

function isTrusted(path: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return false;
  const file = statSync(realPath(path), { throwIfNoEntry: false });
  return file !== undefined && file.isFile() && (file.mode & 0o111) !== 0 && isRoots(file);
}

/** Where the machine's root is not ours (a container's user namespace) it shows as the overflow user: then it is not ours either. */
function isRoots({ uid, mode }: { readonly uid: number; readonly mode: number }): boolean {
  return (mode & WRITABLE_BY_OTHERS) === 0 && (uid === 0 || uid === statSync("/").uid);
}

/** The digest of a program's bytes. */
export function programDigest(path: string): Digest {
  return digestBytes(readFileSync(path));
}

/** What a program says when asked for its version, as digits and dots. */
export async function programVersion(path: string): Promise<string> {
  const child = await startChild({ program: path, argv: ["--version"], cwd: "/", env: {} });
  const parts: Buffer[] = [];
  child.stdout?.on("data", (bytes: Buffer) => parts.push(bytes));
  await child.closed;
  return /\d+(\.\d+)+/.exec(Buffer.concat(parts).toString("utf8"))?.[0] ?? "unknown";
}
