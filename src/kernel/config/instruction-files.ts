/** The file that tells any agent about a repository. */
export const AGENTS_FILE = "AGENTS.md";

/** What single programs read instead of it: as good as it where it is not there. */
export const AGENTS_EQUIVALENTS: readonly string[] = [
  "CLAUDE.md",
  "GEMINI.md",
  ".github/copilot-instructions.md",
  ".cursorrules",
  ".windsurfrules",
];
