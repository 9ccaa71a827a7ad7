import { ToolFailed } from "#ports";

/** The longest pattern that is taken. */
export const PATTERN_LENGTH = 2000;

/** How a search compares. */
export interface PatternQuery {
  readonly pattern: string;
  /** The pattern is a text and no regular expression. */
  readonly fixed: boolean;
  readonly ignore_case: boolean;
}

/**
 * The pattern as words of ripgrep's command line, behind its own option, so that it never is one. Its engine is linear in the text and
 * bounded in memory (never PCRE2): a pattern that is too large is refused by it.
 */
export function patternArgs({ pattern, fixed, ignore_case }: PatternQuery): readonly string[] {
  if (pattern.includes("\0")) throw new ToolFailed("InvalidInput", "pattern: it holds a NUL character");
  return [
    // Binary files are told by our own look.
    "--text",
    "--crlf",
    ...(fixed ? ["--fixed-strings"] : []),
    ignore_case ? "--ignore-case" : "--case-sensitive",
    `--regexp=${pattern}`,
  ];
}
