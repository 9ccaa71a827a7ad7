import type { Probe } from "#kernel";
import type { SandboxBackend, SandboxNetwork, SandboxProfile } from "./sandbox.ts";

/** A program that can hold walls. */
export type WallKeeper = Exclude<SandboxBackend["name"], "none">;

/** A sandbox as a person asks for it. */
export interface SandboxWish {
  readonly root: string;
  readonly profile: SandboxProfile;
  readonly network: SandboxNetwork;
  /** Only this one, instead of the first that holds. */
  readonly backend?: WallKeeper;
  /** False: files are changed by the editing tools alone. */
  readonly shellMayEdit?: boolean;
  /** Names of our environment that commands get beside the fixed ones. */
  readonly envNames?: readonly string[];
}

/** What became of trying one backend on this machine. */
export type BackendTrial =
  | { readonly name: WallKeeper; readonly state: "missing" }
  | { readonly name: WallKeeper; readonly state: "holds"; readonly version: string; readonly probes: readonly Probe[] }
  | { readonly name: WallKeeper; readonly state: "broken"; readonly version: string; readonly reason: string };

/** A process that runs on though whoever started it is gone. */
export interface LeftProcess {
  readonly pid: number;
  readonly program: string;
  /** When it was started, in milliseconds of the epoch. */
  readonly since: number;
}

/** Names of a workspace that are held by empty folders, and whether a live process needs them. */
export interface HeldState {
  readonly paths: readonly string[];
  readonly inUse: boolean;
}

/** What is found on this machine and in one workspace. */
export interface Examination {
  readonly nodeVersion: string;
  readonly backends: readonly BackendTrial[];
  /** The version of the ripgrep that came with the program; else why there is none. */
  readonly ripgrep: { readonly ok: true; readonly version: string } | { readonly ok: false; readonly reason: string };
  /** Where state is kept, `undefined` where no place can be written, and the place that is preferred. */
  readonly stateFolder: { readonly used: string | undefined; readonly preferred: string };
  readonly children: readonly LeftProcess[];
  /** Drafts of killed sessions at the top of the workspace. */
  readonly drafts: readonly string[];
  readonly held: HeldState;
}
