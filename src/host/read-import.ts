import { type Issue, loadIssueFile, readBeadsRow, type Utf8, writeIssue } from "#kernel";

/** The rows of another file as ours, or one sentence what is wrong with it. */
export type ImportReading =
  | { readonly ok: true; readonly rows: readonly string[] }
  | { readonly ok: false; readonly problem: string };

/** Reads a file in our own form, deleted issues too: all of it, or nothing. */
export function readJsonlRows(bytes: Uint8Array, utf8: Utf8, path: string): ImportReading {
  const file = loadIssueFile(bytes, utf8, path);
  if (!file.ok) return { ok: false, problem: file.message };
  if (file.tail?.taken === false) return { ok: false, problem: `line ${file.lines}: the last line is torn` };
  return { ok: true, rows: [...file.issues.values(), ...file.tombstones.values()].map(writeIssue) };
}

/** Reads a beads file: all of it, or nothing. Blank lines and comments are passed over, as in our own. */
export function readBeadsRows(bytes: Uint8Array, utf8: Utf8): ImportReading {
  const issues: Issue[] = [];
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline < 0 ? bytes.length : newline;
    const text = utf8.decode(bytes, start, end)?.trim();
    start = end + 1;
    if (text === undefined) return { ok: false, problem: `line ${line}: not UTF-8` };
    if (text === "" || text.startsWith("#")) continue;
    const reading = readBeadsRow(utf8.encode(text), utf8);
    if (!reading.ok) return { ok: false, problem: `line ${line}: ${reading.problem}` };
    issues.push(reading.issue);
  }
  return { ok: true, rows: issues.map(writeIssue) };
}
