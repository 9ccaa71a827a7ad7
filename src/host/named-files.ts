import { type Digest, isJsonObject, type Json } from "#kernel";
import type { HostPorts } from "./action.ts";
import { importedPaths } from "./imported-paths.ts";
import { below, folderOf } from "./path-text.ts";

/** A file that a configuration names, as it is now. */
export interface NamedFile {
  readonly path: string;
  readonly digest: Digest;
}

/** What it takes to look at files. */
export interface FileEyes extends Pick<HostPorts, "kindOf" | "readInput" | "utf8"> {
  readonly digestBytes: (bytes: Uint8Array) => Digest;
}

/** Files that are followed at most; what is behind them is not looked at. */
const MOST = 500;

/**
 * Files and, of those that are modules, what they import by a path, and so on, sorted: an agent may change them, so that trust in one is
 * trust in all of these bytes. Packages are not among them.
 */
export function filesBehind(paths: readonly string[], eyes: FileEyes): readonly NamedFile[] {
  const waiting = [...new Set(paths)];
  const seen = new Set(waiting);
  const found: NamedFile[] = [];
  for (const path of waiting) {
    const input = found.length < MOST && eyes.kindOf(path) === "file" ? eyes.readInput(path) : undefined;
    if (input?.ok !== true) continue;
    found.push({ path, digest: eyes.digestBytes(input.bytes) });
    for (const next of importedPaths(path, eyes.utf8.decode(input.bytes, 0, input.bytes.length) ?? ""))
      if (!seen.has(next)) {
        seen.add(next);
        waiting.push(next);
      }
  }
  return found.toSorted((left, right) => (left.path < right.path ? -1 : 1));
}

/**
 * The paths in a repository that may decide with a configuration: rules, guards, and what servers are started from, looked for from each
 * of these folders, of which the first is the configuration's. What lies elsewhere is the machine's.
 */
export function namedPaths(folders: readonly string[], config: Json): readonly string[] {
  if (!isJsonObject(config)) return [];
  const { permissions, guards, mcp } = config;
  const servers = isJsonObject(mcp) ? Object.values(mcp) : [];
  const names = [...texts(permissions), ...texts(guards), ...servers.flatMap(serverNames)];
  return folders.flatMap((folder) => names.flatMap((name) => insideOf(folder, name)));
}

/** The folder of a configuration and those above it, up to the root of its repository; its own alone where it is in none. */
export function repositoryFolders(configPath: string, { kindOf }: Pick<HostPorts, "kindOf">): readonly string[] {
  const folders = [folderOf(configPath)];
  for (let folder = folderOf(configPath); kindOf(below(folder, ".git")) === "missing"; folders.push(folder)) {
    const above = folderOf(folder);
    if (above === folder || above === "") return folders.slice(0, 1);
    folder = above;
  }
  return folders;
}

function serverNames(server: Json): readonly string[] {
  if (!isJsonObject(server)) return [];
  const words = [...texts(server["command"]), ...texts(server["args"])];
  return [...words, ...texts(server["cwd"]).flatMap((cwd) => words.map((word) => below(cwd, word)))];
}

function texts(value: Json | undefined): readonly string[] {
  const all: readonly (Json | undefined)[] = Array.isArray(value) ? value : [value];
  return all.filter((each) => typeof each === "string");
}

function insideOf(folder: string, name: string): readonly string[] {
  if (name === "" || name.includes("\0")) return [];
  if (name.startsWith("/")) return name.startsWith(below(folder, "")) ? [name] : [];
  return [below(folder, name.replace(/^(?:\.\/+)+/, ""))];
}
