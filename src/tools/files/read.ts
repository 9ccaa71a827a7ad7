import * as z from "zod";
import type { OpenFile, Tool, ToolContext, ToolFailed } from "#ports";
import { utf8 } from "#platform";
import { tool } from "../tool.ts";
import { type ByteSource, bytesSource, fileSource } from "../text/byte-source.ts";
import { bomLength } from "../text/bom-length.ts";
import { HEAD_BYTES, looksBinary } from "../text/looks-binary.ts";
import { readPage, type TextPage } from "../text/read-page.ts";
import { pathFailure } from "../workspace/file-failure.ts";
import { foundEntry } from "./found-entry.ts";

/** Larger files are read in parts and never held whole. */
const WHOLE_BYTES = 32 * 1024 * 1024;
const MOST_LINES = 2000;

const args = z.strictObject({
  path: z.string().describe("The file, relative to the workspace."),
  offset: z.int().min(1).default(1).describe("The first line to show, from 1."),
  limit: z.int().min(1).max(MOST_LINES).default(MOST_LINES).describe("The most lines to show."),
});

const output = z.strictObject({
  path: z.string(),
  content: z.string(),
  /** 0 when no line is shown. */
  first_line: z.int(),
  last_line: z.int(),
  total_lines: z.int().nullable(),
  next_offset: z.int().nullable(),
  size: z.int(),
  digest: z.string().nullable(),
  encoding: z.enum(["utf-8", "lossy", "binary"]),
  bom: z.boolean(),
  line_endings: z.enum(["lf", "crlf", "mixed", "none"]),
  clipped_lines: z.int(),
});

type Args = z.output<typeof args>;
type Output = z.output<typeof output>;

/** What a page is cut from. */
interface Text {
  readonly path: string;
  readonly source: ByteSource;
  /** Null for a file that is read in parts. */
  readonly digest: string | null;
  /** Whether all of it is UTF-8; undefined when only the page is looked at. */
  readonly valid: boolean | undefined;
}

/** Shows a page of whole lines exactly as they stand in the file; memory does not grow with the file (T07). */
export const readTool: Tool = tool({
  name: "read",
  description:
    "Reads a text file of the workspace: whole lines exactly as they stand, without line numbers, at most 24,000 bytes a page. " +
    "Go on with offset = next_offset until it is null. Lines longer than 2,000 characters are clipped and marked. " +
    "A binary file is answered with its size only. For a folder use ls.",
  args,
  output,
  examples: [{ path: "src/index.ts" }, { path: "server.log", offset: 2001, limit: 200 }],
  effects: ["read"],
  run: read,
});

async function read(given: Args, context: ToolContext): Promise<Output> {
  const { workspace } = context;
  const { path, entry } = foundEntry(workspace, given.path);
  if (entry.kind === "folder") throw pathFailure("InvalidInput", path, "is a folder: use ls");
  if (entry.size > WHOLE_BYTES) return readInParts(path, given, context);
  const { bytes, digest } = workspace.read(path, { maxBytes: WHOLE_BYTES });
  const valid = utf8.isValid(bytes, 0, bytes.length);
  const page = await showPage({ path, source: bytesSource(bytes), digest, valid }, given, context);
  // Not before there is something to show: a read that failed has shown nothing.
  workspace.remember(path, digest);
  return page;
}

async function readInParts(path: string, given: Args, context: ToolContext): Promise<Output> {
  const file: OpenFile = context.workspace.open(path);
  try {
    return await showPage({ path, source: fileSource(file), digest: null, valid: undefined }, given, context);
  } finally {
    file.close();
  }
}

async function showPage(text: Text, given: Args, { signal }: ToolContext): Promise<Output> {
  const { source, digest, path } = text;
  const head = source.readAt(0, HEAD_BYTES);
  const start = bomLength(head);
  if (looksBinary(head)) return { path, ...NO_TEXT, size: source.size, digest };
  const page = await readPage(source, { ...given, start, toEnd: digest !== null, signal });
  if (page.lines === 0 && given.offset > 1) throw beyondEnd(path, given.offset, page.total ?? 0);
  return {
    ...shown(page, given.offset),
    path,
    size: source.size,
    digest,
    bom: start > 0,
    encoding: encodingOf(text, page),
  };
}

const NO_TEXT = {
  content: "",
  first_line: 0,
  last_line: 0,
  total_lines: null,
  next_offset: null,
  encoding: "binary",
  bom: false,
  line_endings: "none",
  clipped_lines: 0,
} as const satisfies Partial<Output>;

function shown(page: TextPage, offset: number): Omit<Output, "path" | "size" | "digest" | "bom" | "encoding"> {
  const { content, lines, clipped, total, more, endings } = page;
  return {
    content,
    first_line: lines === 0 ? 0 : offset,
    last_line: lines === 0 ? 0 : offset + lines - 1,
    total_lines: total ?? null,
    next_offset: more ? offset + lines : null,
    line_endings: endings,
    clipped_lines: clipped,
  };
}

function encodingOf({ valid }: Text, page: TextPage): Output["encoding"] {
  return (valid ?? !page.lossy) ? "utf-8" : "lossy";
}

function beyondEnd(path: string, offset: number, lines: number): ToolFailed {
  return pathFailure("InvalidInput", path, `has ${lines} lines, and offset ${offset} is beyond them`);
}
