/** What runs leave: it holds all that a model was shown, and is for this machine. */
const RUNS = ["sessions/", "cassettes/", "witnesses/", "artifacts/", "handoffs/", "workers/", "worktrees/"];
/** What of the state folder is no work of people: that, and what is rebuilt, held or put aside by the program (ENGINE 2, 3, 4). */
const GITIGNORE = [...RUNS, "cache/", "lock.db*", "*.lock.db*", "quarantine/", "*.quarantine/", "*.tmp.*"];

/** Rows of both sides are kept when git merges; the fold then takes the newer one (ENGINE 8). */
const GITATTRIBUTES = ["issues.jsonl merge=union -text", "log/*.jsonl merge=union -text"];

/** The files that keep git at peace with the state folder, by name. */
export const STATE_FILES: Readonly<Record<string, string>> = {
  ".gitignore": lines(GITIGNORE),
  ".gitattributes": lines(GITATTRIBUTES),
};

/** Words that verification commands of other ecosystems begin with, beside the contract's. */
export const COMMON_RUNNERS: readonly string[] = [
  "npm",
  "npx",
  "node",
  "yarn",
  "pnpm",
  "bun",
  "deno",
  "tusk",
  "make",
  "just",
  "go test",
  "go vet",
  "go build",
  "python",
  "tox",
  "nox",
  "poetry run",
  "ruby",
  "rake",
  "bundle exec",
  "dotnet",
  "mvn",
  "gradle",
  "./gradlew",
  "bazel",
  "cmake",
  "ctest",
  "swift test",
  "mix test",
  "composer",
  "phpunit",
  "bash",
];

function lines(rows: readonly string[]): string {
  return rows.map((row) => `${row}\n`).join("");
}
