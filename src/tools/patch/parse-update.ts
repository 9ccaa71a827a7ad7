import type { FilePatch, Hunk, PatchLine } from "./patch.ts";
import { problemAt, type Step } from "./patch-step.ts";
import type { PatchText } from "./unwrap-patch.ts";

const MOVE = "*** Move to: ";
const END_OF_FILE = "*** End of File";

const KINDS: Readonly<Record<string, PatchLine["kind"]>> = { " ": "keep", "-": "remove", "+": "add" };

/** What a line of a hunk says; undefined when it is none. An empty line is a kept one whose space got lost. */
function kindOf(line: string): PatchLine["kind"] | undefined {
  return line === "" ? "keep" : KINDS[line.charAt(0)];
}

/** Reads a section that changes a file. Only a marker without a space before it ends the section: behind one it is a line of the file. */
export function parseUpdate(body: PatchText, at: number, path: string): Step<FilePatch> {
  const to = movedTo(body.lines, at);
  const hunks: Hunk[] = [];
  let next = to === undefined ? at + 1 : at + 2;
  for (;;) {
    const blanks = blanksFrom(body.lines, next);
    const line = body.lines[next + blanks];
    if (line === undefined || (line.startsWith("*** ") && line.trim() !== END_OF_FILE)) break;
    // Above lines of the file they are such lines; above anything else they only separate.
    const hunk = parseHunk(body, kindOf(line) === undefined ? next + blanks : next);
    if (typeof hunk === "string") return hunk;
    hunks.push(hunk.value);
    next = hunk.next;
  }
  if (hunks.length === 0 && to === undefined) return problemAt(body, at, "this update has no hunk");
  return { value: { kind: "update", path, to, hunks }, next };
}

/** The path in the line below a header. It may stand behind spaces only where the header does: else it is a line of the file. */
function movedTo(lines: readonly string[], at: number): string | undefined {
  const line = lines[at + 1] ?? "";
  const marker = lines[at]?.startsWith("*") === true ? line.trimEnd() : line.trim();
  return marker.startsWith(MOVE) ? marker.slice(MOVE.length) : undefined;
}

function blanksFrom(lines: readonly string[], at: number): number {
  let blanks = 0;
  while (/^ *$/.test(lines[at + blanks] ?? "*")) blanks += 1;
  return blanks;
}

function parseHunk(body: PatchText, at: number): Step<Hunk> {
  const contexts = contextsFrom(body.lines, at);
  const first = at + contexts.length;
  let next = first;
  while (next < body.lines.length && kindOf(body.lines[next] ?? "") !== undefined) next += 1;
  if (next === first) return problemAt(body, next, 'expected a line that begins with " ", "-" or "+"');
  const stop = body.lines[next]?.trimEnd() ?? "";
  const atEnd = stop === END_OF_FILE;
  if (!atEnd && stop !== "" && !stop.startsWith("@@") && !stop.startsWith("*** "))
    return problemAt(body, next, 'a line of a hunk begins with " " (kept), "-" (removed) or "+" (added)');
  const given = body.lines.slice(first, next);
  // Behind an @@ line it is the hunk that begins with them.
  const blanksBefore = contexts.length > 0 ? 0 : given.findIndex((line) => line !== "");
  const lines = withoutSeparators(given, blanksBefore).map((line): PatchLine => ({
    kind: kindOf(line) ?? "keep",
    text: line.slice(1),
  }));
  const named = contexts.filter((context) => context.trim() !== "");
  return { value: { contexts: named, lines, blanksBefore, atEnd }, next: atEnd ? next + 1 : next };
}

/**
 * Empty lines behind lines that are only added separate hunks: as lines to be kept they would move the addition to any blank line.
 * One that is written with its space is meant.
 */
function withoutSeparators(lines: readonly string[], blanksBefore: number): readonly string[] {
  const last = lines.findLastIndex((line) => line !== "");
  const added = lines.slice(blanksBefore, last + 1);
  return added.length > 0 && added.every((line) => line.startsWith("+")) ? lines.slice(0, last + 1) : lines;
}

/** The `@@` lines from a place on; one without text only begins a hunk. */
function contextsFrom(lines: readonly string[], at: number): readonly string[] {
  const contexts: string[] = [];
  for (let line = lines[at]; line?.startsWith("@@") === true; line = lines[at + contexts.length])
    contexts.push(line.slice(line.startsWith("@@ ") ? 3 : 2));
  return contexts;
}
