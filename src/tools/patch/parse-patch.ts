import { clipText, quotedText } from "#kernel";
import type { FilePatch, Hunk, PatchLine, PatchReading } from "./patch.ts";
import { type PatchText, unwrapPatch } from "./unwrap-patch.ts";

const ADD = "*** Add File: ";
const DELETE = "*** Delete File: ";
const UPDATE = "*** Update File: ";
const MOVE = "*** Move to: ";
const END_OF_FILE = "*** End of File";

/** How many files one patch may change (DESIGN 20). */
const MAX_FILES = 256;

const KINDS: Readonly<Record<string, PatchLine["kind"]>> = { " ": "keep", "-": "remove", "+": "add" };

/** Reads a patch whole before anything is done with it. Spaces around markers are forgiven, nothing else is guessed. */
export function parsePatch(patch: string): PatchReading {
  const body = unwrapPatch(patch);
  if (typeof body === "string") return { ok: false, problem: body };
  const files: FilePatch[] = [];
  let at = 0;
  while (at < body.lines.length) {
    const section = parseFile(body, at);
    if (typeof section === "string") return { ok: false, problem: section };
    if (section.value !== undefined) files.push(section.value);
    at = section.next;
  }
  if (files.length > MAX_FILES) return { ok: false, problem: `the patch names more than ${MAX_FILES} files: split it` };
  if (files.length === 0) return { ok: false, problem: "the patch is empty: it names no file" };
  return { ok: true, files };
}

/** What stood at a place and where the next thing begins; a text says what is wrong. */
type Step<T> = { readonly value: T; readonly next: number } | string;

function parseFile(body: PatchText, at: number): Step<FilePatch | undefined> {
  const header = (body.lines[at] ?? "").trim();
  if (header === "") return { value: undefined, next: at + 1 };
  if (header.startsWith(ADD)) return parseAdd(body, at, header.slice(ADD.length));
  if (header.startsWith(DELETE)) return { value: { kind: "delete", path: header.slice(DELETE.length) }, next: at + 1 };
  if (header.startsWith(UPDATE)) return parseUpdate(body, at, header.slice(UPDATE.length));
  return problemAt(body, at, `expected "${ADD}", "${DELETE}" or "${UPDATE}" and a path`);
}

function parseAdd(body: PatchText, at: number, path: string): Step<FilePatch> {
  const lines: string[] = [];
  let next = at + 1;
  for (let line = body.lines[next]; line?.startsWith("+") === true; line = body.lines[next]) {
    lines.push(line.slice(1));
    next += 1;
  }
  return { value: { kind: "add", path, lines }, next };
}

function parseUpdate(body: PatchText, at: number, path: string): Step<FilePatch> {
  const moves = body.lines[at + 1]?.trim().startsWith(MOVE) === true;
  const to = moves ? body.lines[at + 1]?.trim().slice(MOVE.length) : undefined;
  const hunks: Hunk[] = [];
  let next = moves ? at + 2 : at + 1;
  while (next < body.lines.length) {
    const line = body.lines[next] ?? "";
    if (line.trimStart().startsWith("*** ") && line.trim() !== END_OF_FILE) break;
    const hunk = line.trim() === "" ? { value: undefined, next: next + 1 } : parseHunk(body, next);
    if (typeof hunk === "string") return hunk;
    if (hunk.value !== undefined) hunks.push(hunk.value);
    next = hunk.next;
  }
  if (hunks.length === 0 && to === undefined) return problemAt(body, at, "this update has no hunk");
  return { value: { kind: "update", path, to, hunks }, next };
}

function parseHunk(body: PatchText, at: number): Step<Hunk> {
  const contexts = contextsFrom(body.lines, at);
  const lines: PatchLine[] = [];
  let next = at + contexts.length;
  for (; next < body.lines.length; next += 1) {
    const line = body.lines[next] ?? "";
    const kind = line === "" ? "keep" : KINDS[line.charAt(0)];
    if (kind === undefined) break;
    lines.push({ kind, text: line.slice(1) });
  }
  if (lines.length === 0) return problemAt(body, next, 'expected a line that begins with " ", "-" or "+"');
  const stop = body.lines[next]?.trimEnd() ?? "";
  const atEnd = stop === END_OF_FILE;
  if (!atEnd && stop !== "" && !stop.startsWith("@@") && !stop.startsWith("*** "))
    return problemAt(body, next, 'a line of a hunk begins with " " (kept), "-" (removed) or "+" (added)');
  const named = contexts.filter((context) => context.trim() !== "");
  return { value: { contexts: named, lines: withoutSeparators(lines), atEnd }, next: atEnd ? next + 1 : next };
}

/** Blank lines behind lines that are only added separate hunks: as lines to be kept they would move the addition to any blank line. */
function withoutSeparators(lines: readonly PatchLine[]): readonly PatchLine[] {
  const last = lines.findLastIndex(({ text, kind }) => kind !== "keep" || text !== "");
  const added = lines.slice(0, last + 1);
  return added.length > 0 && added.every(({ kind }) => kind === "add") ? added : lines;
}

/** The `@@` lines from a place on; one without text only begins a hunk. */
function contextsFrom(lines: readonly string[], at: number): readonly string[] {
  const contexts: string[] = [];
  for (let line = lines[at]; line?.startsWith("@@") === true; line = lines[at + contexts.length])
    contexts.push(line.slice(line.startsWith("@@ ") ? 3 : 2));
  return contexts;
}

function problemAt({ lines, firstLine }: PatchText, at: number, expected: string): string {
  const line = lines[at];
  const found = line === undefined ? "the end of the patch" : quotedText(clipText(line, 80));
  return `line ${at + firstLine} of the patch is ${found}: ${expected}`;
}
