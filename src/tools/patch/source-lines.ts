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

/** The line end that a file has most often, the first of equals; a line feed when it has none. */
export function dominantEnd(lines: readonly SourceLine[]): string {
  const counts = new Map<string, number>();
  for (const { end } of lines) if (end !== "") counts.set(end, (counts.get(end) ?? 0) + 1);
  let dominant: readonly [end: string, count: number] = ["\n", 0];
  for (const [end, count] of counts) if (count > dominant[1]) dominant = [end, count];
  return dominant[0];
}
