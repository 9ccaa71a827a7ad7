import { digestJson, type Digest, type Probe } from "#kernel";
import { sha256 } from "#platform";
import type { Sandbox } from "#ports";
import type { PrivateFolder } from "./private-folder.ts";
import type { SandboxOptions } from "./sandbox-options.ts";
import type { WorkspaceFolder } from "./workspace-folder.ts";

/** What a sandbox is made of. */
export interface SandboxParts {
  readonly options: SandboxOptions;
  readonly workspace: WorkspaceFolder;
  readonly folder: PrivateFolder;
  /** Walls that held when this process tried them, by what they are made of: the same ones are not tried twice. */
  readonly trials: Map<string, readonly Probe[]>;
}

/** A way to run commands, until it is closed. */
export type Runner = Pick<Sandbox, "run" | "close">;

/** The same, with what was tried. */
export type TriedRunner = Runner & Pick<Sandbox, "backend" | "attestation">;

/** The digest of what was tried: of nothing while a sandbox is being tried. */
export function attestationDigest(attestation: readonly Probe[]): Digest {
  return digestJson(
    sha256,
    attestation.map((row) => ({ ...row })),
  );
}

/** What was found otherwise than it was promised, in words; undefined when nothing was. */
export function brokenProbes(attestation: readonly Probe[]): string | undefined {
  const broken = attestation.filter(({ expected, observed }) => expected !== observed);
  if (broken.length === 0) return undefined;
  return broken.map(({ probe, expected, observed }) => `${probe} was ${observed}, not ${expected}`).join(", ");
}
