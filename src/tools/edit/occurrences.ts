/** Where a text is found first, and how often. */
export interface Found {
  readonly at: number;
  readonly count: number;
}

/** Non-overlapping occurrences from the left: the count is what `split(sought).length - 1` says. */
export function findAll(text: string, sought: string): Found {
  const first = sought === "" ? -1 : text.indexOf(sought);
  let count = 0;
  for (let at = first; at >= 0; at = text.indexOf(sought, at + sought.length)) count += 1;
  return { at: first, count };
}

/** The lines, from 1, of the first `limit` of these occurrences. */
export function linesOfOccurrences(text: string, sought: string, limit: number): readonly number[] {
  const lines: number[] = [];
  let at = text.indexOf(sought);
  while (at >= 0 && lines.length < limit) {
    lines.push(lineNumberAt(text, at));
    at = text.indexOf(sought, at + sought.length);
  }
  return lines;
}

/** The number, from 1, of the line that an offset is in. */
export function lineNumberAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}

/** The offset at which the line begins that an offset is in. */
export function lineStartAt(text: string, offset: number): number {
  return offset <= 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}
