import { utf8Length } from "../json/utf8-length.ts";

/** A path inside a workspace, part by part (none: the root itself), or why a text is no such path. */
export type WorkspacePath =
  | { readonly ok: true; readonly path: string; readonly parts: readonly string[] }
  | { readonly ok: false; readonly problem: string };

interface PathRule {
  readonly refuses: (text: string) => boolean;
  readonly problem: string;
}

const MAX_PATH_BYTES = 4095;
const MAX_PART_BYTES = 255;
const MAX_PARTS = 128;

/** What no path may be, in the order in which it is looked at (SECURITY 3). A backslash is refused too: elsewhere it separates parts. */
const PATH_RULES: readonly PathRule[] = [
  { refuses: (text) => text === "", problem: "is empty" },
  { refuses: (text) => !text.isWellFormed(), problem: "holds a lone surrogate" },
  { refuses: (text) => /[\0-\x1f\x7f-\x9f]/.test(text), problem: "holds a control character" },
  {
    refuses: (text) => /[\u202a-\u202e\u2066-\u2069]/.test(text),
    problem: "holds a character that turns the text around",
  },
  { refuses: (text) => text.startsWith("/"), problem: "is absolute: give it relative to the workspace" },
  { refuses: (text) => text.startsWith("~"), problem: "begins with ~: give it relative to the workspace" },
  { refuses: (text) => /^[A-Za-z]:/.test(text), problem: "names a drive: give it relative to the workspace" },
  { refuses: (text) => text.includes("\\"), problem: "holds a backslash: separate parts with /" },
  { refuses: (text) => text.split("/").includes(".."), problem: "holds .. : it may not lead out of the workspace" },
  { refuses: (text) => text !== text.normalize("NFC"), problem: "is not in Unicode normal form NFC" },
  { refuses: (text) => utf8Length(text) > MAX_PATH_BYTES, problem: `has more than ${MAX_PATH_BYTES} bytes` },
  {
    refuses: (text) => text.split("/").some((part) => utf8Length(part) > MAX_PART_BYTES),
    problem: `has a part of more than ${MAX_PART_BYTES} bytes`,
  },
  { refuses: (text) => text.split("/").length > MAX_PARTS, problem: `has more than ${MAX_PARTS} parts` },
];

/** Reads a path as it may be used below a root: relative, without `..`, in one spelling. What it names is for the file system to say. */
export function parseWorkspacePath(text: string): WorkspacePath {
  const broken = PATH_RULES.find(({ refuses }) => refuses(text));
  if (broken !== undefined) return { ok: false, problem: broken.problem };
  const parts = text.split("/").filter((part) => part !== "" && part !== ".");
  return { ok: true, path: parts.length === 0 ? "." : parts.join("/"), parts };
}
