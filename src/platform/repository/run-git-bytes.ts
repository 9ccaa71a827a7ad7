import type { Readable } from "node:stream";
import { setTimeout as after } from "node:timers/promises";
import { findProgram } from "../find-program.ts";
import { startChild } from "../start-child.ts";
import { GIT_WORDS, gitEnvironment } from "./git-environment.ts";
import { repositoryError } from "./repository-error.ts";
import { clearStaleLock } from "./stale-lock.ts";

/** One command of git. */
export interface GitCall {
  readonly folder: string;
  readonly words: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: Buffer;
}

/** How it ended: what it printed, and in its own words what went wrong. */
export interface GitEnd {
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** How long one command may take; a checkout of a very large tree is the longest. */
const LIMIT_MS = 600_000;
/** How long git's own locks are waited for. */
const LOCKED_MS = 20_000;
const STEP_MS = 20;
/** More than this is no answer of git that we ask for. */
const MAX_BYTES = 512 * 1024 * 1024;

/** Runs git, bounded. Where another one holds a lock it is tried again; a lock that nobody holds any more is taken away. */
export async function runGitBytes(call: GitCall): Promise<GitEnd> {
  const until = Date.now() + LOCKED_MS;
  for (;;) {
    const end = await runOnce(call);
    const lock = end.code === 0 ? undefined : end.stderr.match(/Unable to create '(.+\.lock)'/)?.[1];
    if (lock === undefined) return end;
    if (Date.now() > until)
      throw repositoryError("busy", `another git holds ${lock}; if none runs, remove that file and try again`);
    await after(STEP_MS + Math.random() * STEP_MS);
    clearStaleLock(lock);
  }
}

async function runOnce({ folder, words, env = {}, stdin }: GitCall): Promise<GitEnd> {
  const program = findProgram("git");
  if (program === undefined) throw repositoryError("git_failed", "git cannot be run: it is not installed");
  const argv = [...GIT_WORDS, ...words];
  const wish = {
    program,
    argv,
    cwd: folder,
    env: gitEnvironment(env),
    stdin: stdin === undefined ? "ignore" : "pipe",
  } as const;
  const child = await startChild(wish).catch((error: unknown) => {
    throw repositoryError("git_failed", `git cannot be run in ${folder}: ${String(error)}`, error);
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), LIMIT_MS);
  const [stdout, stderr] = [
    gather(child.stdout, () => child.kill("SIGKILL")),
    gather(child.stderr, () => child.kill("SIGKILL")),
  ];
  // It may end without reading what it is told; how it ended says why.
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(stdin);
  const { code } = await child.closed;
  clearTimeout(timer);
  return { code, stdout: stdout(), stderr: stderr().toString("utf8") };
}

function gather(stream: Readable | undefined, tooMuch: () => void): () => Buffer {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream?.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) tooMuch();
    else chunks.push(chunk);
  });
  return () => Buffer.concat(chunks);
}

/** What it printed. Throws `git_failed` with its own words. */
export async function gitOutput(call: GitCall): Promise<Buffer> {
  const end = await runGitBytes(call);
  if (end.code !== 0) throw gitFailed(call, end);
  return end.stdout;
}

/** The same, as one line or more without the last newline. */
export async function gitText(call: GitCall): Promise<string> {
  return (await gitOutput(call)).toString("utf8").replace(/\n$/, "");
}

/** Git's own words, where it should not have failed. */
export function gitFailed({ words, folder }: GitCall, { code, stderr }: GitEnd): Error {
  const said = stderr.trim().split("\n").slice(0, 3).join("; ") || `it ended with ${code ?? "a signal"}`;
  return repositoryError(
    "git_failed",
    `git ${words.find((word) => !word.startsWith("-")) ?? ""} failed in ${folder}: ${said}`,
  );
}
