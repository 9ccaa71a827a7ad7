import { type Digest, digestJson, resolveConfig, type SensitiveSetting, sensitiveSettings } from "#kernel";
import type { TrustState } from "#ports";
import type { HostConfigFile, HostPorts } from "./action.ts";
import { filesBehind, type NamedFile, namedPaths, repositoryFolders } from "./named-files.ts";

/** A configuration file that was found and not named, as far as it can be looked at without running it. */
export interface FoundConfig {
  readonly path: string;
  /** Of its bytes. */
  readonly digest: Digest;
  readonly isCode: boolean;
  /** The files that it names and that decide with it. */
  readonly files: readonly NamedFile[];
  /** What of it asks for trust; nothing where it needs none. */
  readonly settings: readonly SensitiveSetting[];
  /** What trust is bound to: its bytes, and those of the files that it names. */
  readonly seal: Digest;
  readonly state: TrustState;
}

/** It, or one sentence why it cannot be used. */
export type FoundRead =
  | { readonly ok: true; readonly config: FoundConfig }
  | { readonly ok: false; readonly reason: string };

const CODE: SensitiveSetting = {
  path: "(code)",
  value: null,
  why: "is run outside of the sandbox, and may do anything",
};

/** Looks at a configuration in code: at its bytes, and at those of what it imports by a path. */
export async function foundCode(path: string, ports: HostPorts): Promise<FoundRead> {
  const { digestBytes } = await ports.configTrust();
  const input = ports.readInput(path);
  if (!input.ok) return { ok: false, reason: `failed to read ${path}: ${input.reason}` };
  const behind = filesBehind([path], { ...ports, digestBytes }).filter((file) => file.path !== path);
  return sealed({ path, digest: digestBytes(input.bytes), isCode: true, files: behind, settings: [CODE] }, ports);
}

/** Looks at a configuration that is data: at what it sets, beside what flags and environment say. */
async function foundData(
  { file, bytes }: Extract<HostConfigFile, { ok: true }>,
  flags: ReadonlyMap<string, string>,
  ports: HostPorts,
): Promise<FoundRead | undefined> {
  if (file === undefined || bytes === undefined) return undefined;
  const { path, value } = file;
  const { environment } = ports;
  const resolution = resolveConfig({ file, environment, flags });
  if (!resolution.ok) return resolution;
  const without = resolveConfig({ file: undefined, environment, flags });
  if (!without.ok) return without;
  const { digestBytes } = await ports.configTrust();
  const files = filesBehind(namedPaths(repositoryFolders(path, ports), value), { ...ports, digestBytes });
  const settings = sensitiveSettings(resolution.config, without.config.values);
  return sealed({ path, digest: digestBytes(bytes), isCode: false, files, settings }, ports);
}

/** With what trust is bound to, and whether it is given. */
async function sealed(seen: Omit<FoundConfig, "seal" | "state">, ports: HostPorts): Promise<FoundRead> {
  const { path, digest, files } = seen;
  const seal =
    files.length === 0 ? digest : digestJson(ports.sha256, { digest, files: files.map((file) => ({ ...file })) });
  const state = (await ports.configTrust()).stateOf(ports.realPath(path), seal);
  return { ok: true, config: { ...seen, seal, state } };
}

/** What was found, looked at without running it; undefined where there is none. */
export async function foundConfig(
  read: HostConfigFile,
  flags: ReadonlyMap<string, string>,
  ports: HostPorts,
): Promise<FoundRead | undefined> {
  if (!read.ok) return read;
  return read.passedOver === undefined ? foundData(read, flags, ports) : foundCode(read.passedOver, ports);
}

/** Why a configuration is not used, in one sentence: what it sets, and what to do. */
export function untrustedText({ path, state, isCode, settings, files }: FoundConfig): string {
  const changed = `${files.length === 0 ? "" : "or a file that it names "}has changed since it was trusted`;
  const since = state === "changed" ? changed : "is not trusted yet";
  const sets = isCode
    ? "is code, which is run outside of the sandbox"
    : `sets ${settings.map(({ path: key, why }) => `${key} (${why})`).join(", ")}`;
  return `${path} ${since}, and it ${sets}; look at it and say 'tusk config trust', or name it with --config ${path}`;
}
