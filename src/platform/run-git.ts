/** What git printed, without the last newline; or why it did not, in its own words. */
export type GitAnswer = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string };

const LIMIT_MS = 10_000;

/** Runs git in a folder, bounded; whatever goes wrong is one line. */
export async function runGit(folder: string, args: readonly string[]): Promise<GitAnswer> {
  const { spawnSync } = await import("node:child_process");
  const { status, stdout, stderr, error } = spawnSync("git", args, {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    timeout: LIMIT_MS,
  });
  if (error !== undefined) return { ok: false, reason: `git cannot be run: ${error.message}` };
  if (status === 0) return { ok: true, text: stdout.replace(/\n$/, "") };
  return { ok: false, reason: stderr.trim().split("\n")[0] || `git ended with ${status ?? "a signal"}` };
}
