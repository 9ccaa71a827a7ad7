/** One line of a file: its text and the bytes that end it, "" only for the last. */
export interface SourceLine {
  readonly text: string;
  readonly end: string;
}

/** The lines of a text with their own ends. A bare carriage return ends a line too. */
export function sourceLines(text: string): readonly SourceLine[] {
  const parts = text.split(/(\r\n|\r|\n)/);
  const lines: SourceLine[] = [];
  for (let at = 0; at < parts.length; at += 2) lines.push({ text: parts[at] ?? "", end: parts[at + 1] ?? "" });
  // After the last line end there is no line.
  if (lines.at(-1)?.text === "") lines.pop();
  return lines;
}

/** The first line end of a file, a bare carriage return only where it has no other; a line feed when it has none. */
export function firstEnd(lines: readonly SourceLine[]): string {
  const ended = lines.find(({ end }) => end.endsWith("\n")) ?? lines.find(({ end }) => end !== "");
  return ended?.end ?? "\n";
}
