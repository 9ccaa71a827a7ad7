import { runProgram } from "./run-program.ts";

/** What git printed, without the last newline; or why it did not, in its own words. */
export type GitAnswer = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string };

const LIMIT_MS = 10_000;
/** A repository's own configuration starts no program for us (SECURITY 3). */
const FIXED_ARGS = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"];

/** Runs git in a folder, bounded; whatever goes wrong is one line. */
export async function runGit(folder: string, args: readonly string[]): Promise<GitAnswer> {
  const end = await runProgram("git", [...FIXED_ARGS, ...args], { cwd: folder, limitMs: LIMIT_MS });
  switch (end.kind) {
    case "missing":
      return { ok: false, reason: "git cannot be run: it is not installed" };
    case "not_started":
      return { ok: false, reason: `git cannot be run: ${end.reason}` };
    case "ended": {
      const { code, stdout, stderr } = end;
      if (code === 0) return { ok: true, text: stdout.replace(/\n$/, "") };
      return { ok: false, reason: stderr.trim().split("\n")[0] || `git ended with ${code ?? "a signal"}` };
    }
    default:
      return end satisfies never;
  }
}
