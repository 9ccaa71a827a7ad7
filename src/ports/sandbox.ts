import type { Digest, Probe } from "#kernel";
import type { CancelSignal } from "./cancel-signal.ts";

/** How far a command may reach. The last two name what is not enforced here, and are taken only where somebody names them. */
export type SandboxProfile = "read-only" | "workspace-write" | "danger-full-access" | "external-sandbox";

/** Whether a command reaches the network at all. */
export type SandboxNetwork = "none" | "full";

/** The program that holds the walls, as it was found: name, version and digest of its bytes. `none` for profiles that have no walls of ours. */
export interface SandboxBackend {
  readonly name: "bwrap" | "unshare" | "none";
  readonly version: string;
  readonly digest: Digest | undefined;
}

/** When a command is told to stop (`softMs`), when it is stopped (`hardMs` after that), and how much of its output is taken and kept. */
export interface CommandLimits {
  readonly softMs: number;
  readonly hardMs: number;
  /** The most bytes of both streams together; one more ends the command. */
  readonly maxBytes: number;
  readonly headBytes: number;
  readonly tailBytes: number;
}

/** One stream of a command: what was kept of it, and the size and digest of all of it. */
export interface CapturedStream {
  /** What the model sees: decoded, control sequences neutralised, the cut marked. */
  readonly text: string;
  readonly totalBytes: number;
  /** The digest of the whole stream, as far as it was taken. */
  readonly digest: Digest;
  /** How many bytes of its beginning and of its end were kept. */
  readonly retainedHead: number;
  readonly retainedTail: number;
  readonly encoding: "utf-8" | "binary";
  readonly invalidUtf8Bytes: number;
}

/** How a command ended. */
export type CommandExit =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "signalled"; readonly signal: string }
  /** `soft`: it ended after it was told to stop. `hard`: it was stopped. */
  | { readonly kind: "timed_out"; readonly timeoutKind: "soft" | "hard"; readonly code: number | undefined }
  | { readonly kind: "output_limit" }
  | { readonly kind: "aborted" };

/** What stands behind one command in evidence (SECURITY 1.5). */
export interface ShellRow {
  readonly workdir: string;
  readonly workdirReal: string;
  readonly sandboxProfile: SandboxProfile;
  readonly network: SandboxNetwork;
  /** Of everything that decides what the command may reach: mounts, masks, environment names, limits. */
  readonly profileDigest: Digest;
  readonly backend: SandboxBackend;
  readonly capabilityProbeDigest: Digest;
  readonly argvDigest: Digest;
  readonly commandDigest: Digest;
  readonly envNames: readonly string[];
  readonly limits: CommandLimits;
  readonly exit: CommandExit;
  readonly stdout: Omit<CapturedStream, "text">;
  readonly stderr: Omit<CapturedStream, "text">;
  /** Processes that the command left behind and that were ended with it; undefined where nobody can count them. */
  readonly survivorsKilled: number | undefined;
  /** Protected paths that it changed in spite of the walls, at most 20: each breaks the boundary (`runtime.shell_boundary_violation`). */
  readonly violations: readonly string[];
  readonly durationMs: number;
}

/** One command to run: a shell line, and the folder inside the workspace it runs in. */
export interface SandboxCommand {
  readonly command: string;
  /** Relative to the workspace. */
  readonly workdir: string;
  readonly limits: CommandLimits;
  readonly signal: CancelSignal;
  /** Hears every line of output as it comes, neutralised, without its line end. */
  readonly onLine?: (stream: "stdout" | "stderr", line: string) => void;
}

/** A command that has ended: nothing of it runs any more. */
export interface CommandEnd {
  /** The shell that ran it, as in `/bin/bash -lc`. */
  readonly shell: string;
  readonly exit: CommandExit;
  readonly stdout: CapturedStream;
  readonly stderr: CapturedStream;
  readonly row: ShellRow;
}

/** Where commands run. Its walls were tried at the start (`attestation`); it resolves only when nothing of the command is left. */
export interface Sandbox {
  readonly profile: SandboxProfile;
  readonly network: SandboxNetwork;
  readonly backend: SandboxBackend;
  readonly attestation: readonly Probe[];
  run(command: SandboxCommand): Promise<CommandEnd>;
  close(): void;
}
