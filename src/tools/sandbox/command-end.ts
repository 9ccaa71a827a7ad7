import { digestJson, digestText, type Digest } from "#kernel";
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
import type { WallPlan } from "./wall.ts";

/** What is the same for all commands of a sandbox. */
export interface CommandSetting {
  readonly profile: SandboxProfile;
  readonly network: SandboxNetwork;
  readonly backend: SandboxBackend;
  readonly capabilityProbeDigest: Digest;
  readonly env: Readonly<Record<string, string>>;
  readonly shell: string;
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
      profileDigest: profileDigest({ profile, network, envNames, walls, limits: command.limits }),
      backend,
      capabilityProbeDigest: setting.capabilityProbeDigest,
      argvDigest: digestJson(sha256, [...ended.argv]),
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
  readonly envNames: readonly string[];
  readonly walls: WallPlan | undefined;
  readonly limits: SandboxCommand["limits"];
}

function profileDigest({ profile, network, envNames, walls, limits }: Reach): Digest {
  return digestJson(sha256, {
    profile,
    network,
    envNames: [...envNames],
    root: walls?.root ?? null,
    rootIsOpen: walls?.rootIsOpen ?? null,
    walls: walls === undefined ? null : [...walls.before, ...walls.after].map((wall) => ({ ...wall })),
    limits: { ...limits },
  });
}

function withoutText(stream: CapturedStream): Omit<CapturedStream, "text"> {
  const { totalBytes, digest, retainedHead, retainedTail, encoding, invalidUtf8Bytes } = stream;
  return { totalBytes, digest, retainedHead, retainedTail, encoding, invalidUtf8Bytes };
}
