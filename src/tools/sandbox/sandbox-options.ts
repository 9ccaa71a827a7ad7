import type { SandboxNetwork, SandboxProfile } from "#ports";

/** Where commands are to run, and how far they may reach. */
export interface SandboxOptions {
  readonly root: string;
  readonly profile: SandboxProfile;
  readonly network: SandboxNetwork;
  /** Only this one, instead of the first that holds. */
  readonly backend?: "bwrap" | "unshare";
  /** False: files are changed by the editing tools alone, and the workspace is read-only to the shell. */
  readonly shellMayEdit?: boolean;
  /** Names of our environment that commands get beside the fixed ones. */
  readonly envNames?: readonly string[];
  /** Variables that commands get beside those, with their values. */
  readonly env?: Readonly<Record<string, string>>;
}
