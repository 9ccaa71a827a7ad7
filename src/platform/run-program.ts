import type { Readable } from "node:stream";
import { findProgram } from "./find-program.ts";
import { startChild } from "./start-child.ts";

/** What a program of this machine said, and how it ended. */
export type ProgramEnd =
  | { readonly kind: "ended"; readonly code: number | null; readonly stdout: string; readonly stderr: string }
  /** It is not on this machine's `PATH`. */
  | { readonly kind: "missing" }
  | { readonly kind: "not_started"; readonly reason: string };

/** Where a program runs, and how long it may. */
export interface ProgramSetting {
  readonly cwd: string;
  readonly limitMs: number;
  /** All of its environment, instead of the person's. */
  readonly env?: Readonly<NodeJS.ProcessEnv>;
}

/** More than this is not kept of either stream. */
const KEPT_BYTES = 1024 * 1024;

/** Runs one of the person's own programs, found on `PATH`, in the person's environment; killed when its time is over. Resolves when it is gone. */
export async function runProgram(
  name: string,
  argv: readonly string[],
  { cwd, limitMs, env = process.env }: ProgramSetting,
): Promise<ProgramEnd> {
  const program = findProgram(name);
  if (program === undefined) return { kind: "missing" };
  try {
    const child = await startChild({ program, argv, cwd, env });
    const [stdout, stderr] = [keep(child.stdout), keep(child.stderr)];
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      // Somebody it started may hold its pipes for ever.
      child.stdout?.destroy();
      child.stderr?.destroy();
    }, limitMs);
    const { code } = await child.closed;
    clearTimeout(timer);
    return { kind: "ended", code, stdout: stdout(), stderr: stderr() };
  } catch (error) {
    if (error instanceof Error && "code" in error) return { kind: "not_started", reason: error.message };
    throw error;
  }
}

function keep(stream: Readable | undefined): () => string {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream?.on("data", (chunk: Buffer) => {
    if (bytes < KEPT_BYTES) chunks.push(chunk);
    bytes += chunk.length;
  });
  return () => Buffer.concat(chunks).toString("utf8");
}
