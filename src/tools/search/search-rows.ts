/** One record of a search: which of the searched files, and what was found there. */
export interface SearchRow {
  /** The file's place among those that were searched, from 0. */
  readonly file: number;
  /** What stands behind the name. */
  readonly rest: string;
}

/** A line that ripgrep names: one that fits, or one beside it. */
export interface LineRow {
  readonly file: number;
  readonly line: number;
  /** Where the line begins, without a byte order mark. */
  readonly offset: number;
  readonly isMatch: boolean;
}

/** Standard streams come before the files that a child is given. */
const FIRST_DESCRIPTOR = 3;
const FOLDER = "/proc/self/fd/";

/** The name under which a child finds the file at a place. */
export function descriptorPath(place: number): string {
  return `${FOLDER}${FIRST_DESCRIPTOR + place}`;
}

/** Reads `name`, or `name NUL rest`; undefined when it is neither. */
export function parseSearchRow(record: Buffer): SearchRow | undefined {
  const text = record.toString("latin1");
  const [name = "", rest = ""] = text.split("\0", 2);
  const descriptor = name.startsWith(FOLDER) ? Number(name.slice(FOLDER.length)) : Number.NaN;
  return Number.isInteger(descriptor) ? { file: descriptor - FIRST_DESCRIPTOR, rest } : undefined;
}

/** Reads `line:offset:` of a line that fits and `line-offset-` of one beside it; what follows is not looked at. */
export function parseLineRow(record: Buffer): LineRow | undefined {
  const row = parseSearchRow(record);
  const [, line, sign, offset] = /^(\d+)([:-])(\d+)\2/.exec(row?.rest ?? "") ?? [];
  if (row === undefined || line === undefined || offset === undefined) return undefined;
  return { file: row.file, line: Number(line), offset: Number(offset), isMatch: sign === ":" };
}
