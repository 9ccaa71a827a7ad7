import { clipText } from "#kernel";

/** Some lines of a file that became others. */
export interface LineChange {
  /** The number, from 1, of the first of them before and after. */
  readonly oldLine: number;
  readonly newLine: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** How much of a change is shown: the file has the rest. */
const SHOWN_LINES = 40;
const SHOWN_UNITS = 200;

/** A change for eyes, at most 40 lines of it, like a unified diff without context. What is left out is counted. */
export function diffExcerpt(changes: readonly LineChange[]): string {
  return clippedLines(changes.flatMap(changeLines));
}

/** The first lines of a text for eyes, each clipped, and how many more there are. */
export function clippedLines(lines: readonly string[]): string {
  const shown = lines.slice(0, SHOWN_LINES).map((line) => clipText(line, SHOWN_UNITS));
  if (lines.length > SHOWN_LINES) shown.push(`… ${lines.length - SHOWN_LINES} more lines`);
  return shown.join("\n");
}

/** One change as the lines of a unified diff: lines that are the same at both ends are left out. */
export function changeLines({ oldLine, newLine, removed, added }: LineChange): readonly string[] {
  const most = Math.min(removed.length, added.length);
  let head = 0;
  while (head < most && removed[head] === added[head]) head += 1;
  let tail = 0;
  while (tail < most - head && removed.at(-1 - tail) === added.at(-1 - tail)) tail += 1;
  const gone = removed.slice(head, removed.length - tail);
  const came = added.slice(head, added.length - tail);
  return [
    `@@ -${oldLine + head},${gone.length} +${newLine + head},${came.length} @@`,
    ...gone.map((line) => `-${line}`),
    ...came.map((line) => `+${line}`),
  ];
}
