/** The words by which the contract knows a verification command (memory 1.6); configuration adds others. */
export const VERIFICATION_RUNNERS: readonly string[] = Object.freeze([
  "mise run",
  "python3",
  "cargo",
  "premath",
  "sh",
  "nix develop -c",
  "uv run",
  "pytest",
]);

// Unicode White_Space without and with the line feed: `\s` is not the same set.
const BLANK = "[\\t\\v\\f\\r \\u0085\\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000]";
const SPACE = `(?:${BLANK}|\\n)`;
const NOT_IN_WORD = "(?![\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}])";

const ACCEPTANCE = new RegExp(`(?:^|\\n)${BLANK}*acceptance(?:${SPACE}+criteria)?${SPACE}*:`, "iu");

/** Whether a description has an Acceptance section (contract memory 1.6). Linear in the text. */
export function hasAcceptance(description: string): boolean {
  return ACCEPTANCE.test(description);
}

/**
 * A test whether a text names a verification command, on a line of its own or between backticks (contract memory 1.6). The contract's
 * patterns, written so that no run of blanks is read twice: linear in the text.
 */
export function verificationCommand(runners: readonly string[]): (text: string) => boolean {
  const words = runners.map((runner) => runner.trim()).filter((runner) => runner !== "");
  const runner = words.length === 0 ? "(?!)" : `(?:${words.map(escaped).join("|")})${NOT_IN_WORD}`;
  const line = new RegExp(`(?:^|\\n)${BLANK}*(?:[-*]${BLANK}*)?\`?${runner}[^\`\\n]*(?:\`${BLANK}*)?(?:\\n|$)`, "iu");
  const inline = new RegExp(`\`${runner}[^\`]*\``, "iu");
  return (text) => line.test(text) || inline.test(text);
}

function escaped(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
