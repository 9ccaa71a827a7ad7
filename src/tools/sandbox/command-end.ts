import { digestJson, digestText, type Digest, type JsonObject } from "#kernel";
import { sha256 } from "#platform";
import type {
  CapturedStream,
  CommandEnd,
  CommandExit,
  SandboxBackend,
  SandboxCommand,
  SandboxNetwork,
  SandboxProfile,
} from "#ports";
import { environmentNames } from "./command-environment.ts";
import type { Wall, WallPlan } from "./wall.ts";

/** What is the same for all commands of a sandbox. */
export interface CommandSetting {
  readonly profile: SandboxProfile;
  readonly network: SandboxNetwork;
  readonly backend: SandboxBackend;
  readonly capabilityProbeDigest: Digest;
  readonly env: Readonly<Record<string, string>>;
  readonly shell: string;
  /** A folder of ours whose name is another one in every sandbox: digests are the same without it. */
  readonly folder: string;
}

/** One command that has ended. */
export interface EndedCommand {
  readonly command: SandboxCommand;
  readonly workdirReal: string;
  readonly walls: WallPlan | undefined;
  readonly argv: readonly string[];
  readonly exit: CommandExit;
  readonly stdout: CapturedStream;
  readonly stderr: CapturedStream;
  readonly survivorsKilled: number | undefined;
  readonly durationMs: number;
  /** Protected paths that it changed. */
  readonly violations?: readonly string[];
}

/** Paths that a row names at most. */
const MOST_VIOLATIONS = 20;

/** The end of a command with everything that evidence asks for (SECURITY 1.5). */
export function commandEnd(setting: CommandSetting, ended: EndedCommand): CommandEnd {
  const { profile, network, backend, env, shell } = setting;
  const { command, walls, exit, stdout, stderr } = ended;
  const envNames = environmentNames(env);
  return {
    shell: `${shell} -lc`,
    exit,
    stdout,
    stderr,
    row: {
      workdir: command.workdir,
      workdirReal: ended.workdirReal,
      sandboxProfile: profile,
      network,
      profileDigest: profileDigest({ profile, network, env, walls, limits: command.limits }, setting.folder),
      backend,
      capabilityProbeDigest: setting.capabilityProbeDigest,
      argvDigest: digestJson(
        sha256,
        ended.argv.map((word) => word.replaceAll(setting.folder, PRIVATE)),
      ),
      commandDigest: digestText(sha256, command.command),
      envNames,
      limits: command.limits,
      exit,
      stdout: withoutText(stdout),
      stderr: withoutText(stderr),
      survivorsKilled: ended.survivorsKilled,
      violations: (ended.violations ?? []).slice(0, MOST_VIOLATIONS),
      durationMs: ended.durationMs,
    },
  };
}

interface Reach {
  readonly profile: SandboxProfile;
  readonly network: SandboxNetwork;
  readonly env: Readonly<Record<string, string>>;
  readonly walls: WallPlan | undefined;
  readonly limits: SandboxCommand["limits"];
}

/** What stands for the private folder where words are compared between sandboxes. */
const PRIVATE = "<private>";

function profileDigest({ profile, network, env, walls, limits }: Reach, folder: string): Digest {
  const named = (wall: Wall): JsonObject =>
    wall.kind === "private" ? { ...wall, from: wall.from.replace(folder, PRIVATE) } : { ...wall };
  return digestJson(sha256, {
    profile,
    network,
    env: { ...env },
    root: walls?.root ?? null,
    rootIsOpen: walls?.rootIsOpen ?? null,
    walls:
      walls === undefined
        ? null
        : [...walls.before, ...walls.after].filter(({ kind }) => kind !== "masked_socket").map(named),
    shown: walls === undefined ? null : walls.shown.map(({ path }) => path),
    limits: { ...limits },
  });
}

function withoutText(stream: CapturedStream): Omit<CapturedStream, "text"> {
  const { totalBytes, digest, retainedHead, retainedTail, encoding, invalidUtf8Bytes } = stream;
  return { totalBytes, digest, retainedHead, retainedTail, encoding, invalidUtf8Bytes };
}
