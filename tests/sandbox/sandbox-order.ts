import { type ChildProcess, execFile, execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { setTimeout as after } from "node:timers/promises";
import { afterAll, onTestFinished } from "vitest";
import type { Probe } from "#kernel";
import type { CommandEnd, CommandLimits, SandboxBackend, SandboxNetwork, SandboxProfile } from "#ports";

import { type BackendName, noWalls } from "../support/no-walls.ts";

/** What the child's sources were compiled to: reading them takes longer than most commands. Each user makes a folder in it. */
const compiled = mkdtempSync("/tmp/tusk-compiled-");
chmodSync(compiled, 0o1777);
afterAll(() => rmSync(compiled, { recursive: true, force: true }));

const NOBODY = 65_534;
const CHILD = fileURLToPath(new URL("sandbox-child.ts", import.meta.url));

/** What the child is to do. */
export interface ChildOrder {
  readonly options: {
    readonly root: string;
    readonly profile: SandboxProfile;
    readonly network: SandboxNetwork;
    readonly backend?: "bwrap" | "unshare";
    readonly shellMayEdit?: boolean;
    readonly envNames?: readonly string[];
  };
  readonly together?: boolean;
  readonly commands: readonly {
    readonly command: string;
    readonly workdir?: string;
    readonly limits?: Partial<CommandLimits>;
    readonly abortMs?: number;
    readonly delayMs?: number;
  }[];
}

/** The end of one command. */
export type ChildEnd = CommandEnd & { error?: undefined };

/** What the child says. */
export interface ChildReport {
  readonly backend: SandboxBackend;
  readonly attestation: readonly Probe[];
  readonly ends: (ChildEnd | { error: string; message: string })[];
}

export type User = "own" | "nobody";

/** Why a combination cannot be tried here; undefined when it can. */
function missing(user: User, backend: BackendName): string | undefined {
  const reason = noWalls(backend);
  if (reason !== undefined) return reason;
  if (user === "own") return undefined;
  if (process.getuid?.() !== 0) return "only root can become another user";
  return mayNobodyRun() ? undefined : "an unprivileged user cannot read this repository";
}

function mayNobodyRun(): boolean {
  try {
    execFileSync("/usr/bin/setpriv", [
      ...asNobody(),
      "/bin/sh",
      "-c",
      'test -r "$1" && test -x "$2"',
      "sh",
      CHILD,
      process.execPath,
    ]);
    return true;
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}

function asNobody(): readonly string[] {
  return [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups", "--"];
}

/** Every backend as every user; what cannot be tried here says why. */
export const COMBINATIONS: readonly { name: string; user: User; backend: BackendName; skipped: boolean }[] = (
  ["bwrap", "unshare"] as const
).flatMap((backend) =>
  (["own", "nobody"] as const).map((user) => {
    const why = missing(user, backend);
    const who = user === "nobody" ? "nobody" : process.getuid?.() === 0 ? "root" : "ourselves";
    return {
      name: `${backend} as ${who}${why === undefined ? "" : ` (skipped: ${why})`}`,
      user,
      backend,
      skipped: why !== undefined,
    };
  }),
);

/** A folder that belongs to the user, with a workspace `ws`, a folder `out` beside it and state of its own; gone after the test. */
export function place(
  user: User,
  files: Readonly<Record<string, string>> = {},
  atEnd: (clear: () => void) => void = onTestFinished,
): { root: string; out: string; base: string } {
  // Not in /tmp: a sandbox has a /tmp of its own, and what is to be seen is that the walls hold elsewhere.
  const base = mkdtempSync("/var/tmp/tusk-sandbox-test-");
  atEnd(() => rmSync(base, { recursive: true, force: true }));
  for (const folder of ["ws", "out", "state"]) mkdirSync(join(base, folder));
  for (const [path, content] of Object.entries({ "out/secret": "TOP SECRET\n", ...files })) {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), content);
  }
  chmodSync(base, 0o755);
  if (user === "nobody") execFileSync("chown", ["-R", `${NOBODY}:${NOBODY}`, base]);
  return { root: join(base, "ws"), out: join(base, "out"), base };
}

/** A child that was started, and what it will say. */
export interface StartedChild {
  readonly child: ChildProcess;
  readonly report: Promise<ChildReport>;
}

/** What a child is started with beside its order. */
interface StartOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly leftOpen?: string;
  /** Words of a program that starts it in turn, as ourselves. */
  readonly around?: readonly string[];
}

/** Starts the child as a user, with nothing in its environment but this, and perhaps with a folder that was left open for it. */
export function start(
  user: User,
  base: string,
  order: ChildOrder,
  { env = {}, leftOpen, around = [] }: StartOptions = {},
): StartedChild {
  const open = ["/bin/bash", "-c", 'exec 20<"$1"; shift; exec "$@"', "bash"];
  const words = [...(leftOpen === undefined ? [] : [...open, leftOpen]), process.execPath, CHILD];
  const [program = "", ...argv] = [
    ...around,
    ...(user === "nobody" ? ["/usr/bin/setpriv", ...asNobody()] : []),
    ...words,
  ];
  const { promise, resolve, reject } = Promise.withResolvers<ChildReport>();
  const child = execFile(
    program,
    argv,
    {
      env: {
        PATH: "/usr/bin:/bin",
        TUSK_STATE_DIR: join(base, "state"),
        NODE_COMPILE_CACHE: join(compiled, user),
        ...env,
      },
      maxBuffer: 64 * 1024 * 1024,
    },
    (error, stdout, stderr) => {
      if (error === null) resolve(JSON.parse(stdout) as ChildReport);
      else reject(new Error(`${error.message}\n${stderr}`));
    },
  );
  child.stdin?.end(JSON.stringify(order));
  return { child, report: promise };
}

/** The ends of commands, each of which must have been run. */
export function ran(report: ChildReport): readonly ChildEnd[] {
  if (!("ends" in report)) throw new Error(JSON.stringify(report));
  return report.ends.map((end) => {
    if (end.error !== undefined) throw new Error(`${end.error}: ${end.message}`);
    return end;
  });
}

/** A number for `sleep` that no other process has on its command line. */
export function sleepMark(): string {
  return `7${Math.floor(Math.random() * 1e8)}${process.pid}`;
}

/** How many processes of this machine have a word on their command line. */
export function processCount(word: string): number {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name) && hasWord(name, word)).length;
}

function hasWord(pid: string, word: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(word);
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}

/** Waits until something holds; false when it does not within the time. */
export async function eventually(isTrue: () => boolean, withinMs = 40_000): Promise<boolean> {
  const until = Date.now() + withinMs;
  while (!isTrue()) {
    if (Date.now() > until) return false;
    await after(20);
  }
  return true;
}
