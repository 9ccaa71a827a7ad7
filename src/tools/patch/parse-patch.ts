import { parseUpdate } from "./parse-update.ts";
import type { FilePatch, PatchReading } from "./patch.ts";
import { problemAt, type Step } from "./patch-step.ts";
import { type PatchText, unwrapPatch } from "./unwrap-patch.ts";

const ADD = "*** Add File: ";
const DELETE = "*** Delete File: ";
const UPDATE = "*** Update File: ";

/** Names where a patch is to be applied, for harnesses that have more than one such place. */
const ENVIRONMENT = "*** Environment ID: ";

/** How many files one patch may change (DESIGN 20). */
const MAX_FILES = 256;

/** Reads a patch whole before anything is done with it. Spaces around markers are forgiven, nothing else is guessed. */
export function parsePatch(patch: string): PatchReading {
  const body = unwrapPatch(patch);
  if (typeof body === "string") return { ok: false, problem: body };
  const files: FilePatch[] = [];
  let at = body.lines[0]?.trim().startsWith(ENVIRONMENT) === true ? 1 : 0;
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
