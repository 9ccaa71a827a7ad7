/** A line that opens a code fence, by CommonMark's reading. */
export interface Fence {
  readonly mark: "`" | "~";
  readonly run: number;
  readonly indent: number;
  readonly info: string;
}

const SHORTEST_RUN = 3;
const DEEPEST_INDENT = 3;

/** The fence that a line opens; undefined for any other line. Time grows with the line, not faster. */
export function openedFence(line: string): Fence | undefined {
  const indent = countAt(line, 0, " ");
  const mark = line[indent];
  if (indent > DEEPEST_INDENT || (mark !== "`" && mark !== "~")) return undefined;
  const run = countAt(line, indent, mark);
  if (run < SHORTEST_RUN) return undefined;
  const info = withoutSpaces(line.slice(indent + run));
  // A backtick after the run makes it a piece of code in a line of prose.
  return mark === "`" && info.includes("`") ? undefined : { mark, run, indent, info };
}

/** Whether a line that opens `found` ends an open fence instead: the same mark, at least as often, and nothing else. */
export function closesFence(found: Fence | undefined, fence: Fence): boolean {
  return found !== undefined && found.info === "" && rivals(found, fence);
}

/** Whether a fence is one that could end another: the same mark, at least as often. */
export function rivals(found: Fence, fence: Fence): boolean {
  return found.mark === fence.mark && found.run >= fence.run;
}

/** A line without the spaces and tabs at its ends. No regular expression: those that do this take the square of a line of spaces. */
export function withoutSpaces(line: string): string {
  let start = 0;
  let end = line.length;
  while (start < end && isSpace(line[start])) start += 1;
  while (end > start && isSpace(line[end - 1])) end -= 1;
  return line.slice(start, end);
}

function isSpace(character: string | undefined): boolean {
  return character === " " || character === "\t";
}

/** How often a character stands from a place on. */
function countAt(line: string, from: number, character: string): number {
  let at = from;
  while (line[at] === character) at += 1;
  return at - from;
}
