import { GIT_SETTINGS } from "./git-settings.ts";
import { runProgram } from "./run-program.ts";

/** What git printed, without the last newline; or why it did not, in its own words. */
export type GitAnswer = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string };

const LIMIT_MS = 10_000;
const FIXED_ARGS = [
  "--no-pager",
  "--no-optional-locks",
  ...Object.entries(GIT_SETTINGS).flatMap(([key, value]) => ["-c", `${key}=${value}`]),
];

/** The person's names for a commit may come from the environment; nothing else of git's does: the folder says which repository is meant. */
const KEPT_NAMES: ReadonlySet<string> = new Set([
  "GIT_AUTHOR_NAME",
  "GIT_AUTHOR_EMAIL",
  "GIT_COMMITTER_NAME",
  "GIT_COMMITTER_EMAIL",
]);

/** The environment of this process without what would lead a git elsewhere. */
export function personEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_") || KEPT_NAMES.has(name));
  return Object.fromEntries(own);
}

/**
 * Runs git in a folder, bounded; whatever goes wrong is one line. The repository's own settings start no program for us, as long as git
 * does not look into files: their filters have any name and cannot be forbidden, so what compares or checks out files belongs in a sandbox (CVE-2026-19593).
 */
export async function runGit(
  folder: string,
  args: readonly string[],
  { limitMs = LIMIT_MS }: { readonly limitMs?: number } = {},
): Promise<GitAnswer> {
  const end = await runProgram("git", [...FIXED_ARGS, ...args], { cwd: folder, limitMs, env: personEnvironment() });
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
