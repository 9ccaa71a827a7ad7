import { ToolFailed } from "#ports";
import { expandBraces } from "./expand-braces.ts";
import { type GlobSegment, matchesSegment, matchesSequence, parseSegment } from "./glob-segment.ts";

/** The longest pattern that is taken. */
export const GLOB_LENGTH = 512;

/** Segments between slashes; `deep` stands for any number of folders. */
type GlobPath = readonly (GlobSegment | "deep")[];

interface GlobRule {
  readonly refuses: (pattern: string) => boolean;
  readonly problem: string;
}

const GLOB_RULES: readonly GlobRule[] = [
  { refuses: (pattern) => pattern === "", problem: "it is empty" },
  { refuses: (pattern) => pattern.length > GLOB_LENGTH, problem: `it has more than ${GLOB_LENGTH} characters` },
  { refuses: (pattern) => /[\0-\x1f]/.test(pattern), problem: "it holds a control character" },
  { refuses: (pattern) => pattern.startsWith("!"), problem: "it begins with !: say what is wanted, not what is not" },
  { refuses: (pattern) => pattern.startsWith("-"), problem: "it begins with -" },
  { refuses: (pattern) => /^[/~]/.test(pattern), problem: "it is absolute: make it relative to the folder" },
  { refuses: (pattern) => pattern.includes(".."), problem: "it holds .. : it may not lead out of the folder" },
];

/**
 * A model's pattern as a test of paths, or `InvalidInput`. Never a regular expression of the host, and never an option of ripgrep,
 * whose own globs would bring back what ignore files name. Time is bounded by the lengths of pattern and path.
 */
export function globPattern(pattern: string, field: string): (path: string) => boolean {
  const refused = GLOB_RULES.find(({ refuses }) => refuses(pattern))?.problem;
  if (refused !== undefined) throw new ToolFailed("InvalidInput", `${field}: ${refused}`);
  const alternatives = expandBraces(pattern.replace(/^(?:\.\/)+/, ""));
  if (alternatives === undefined)
    throw new ToolFailed("InvalidInput", `${field}: a { is not closed, or there are too many alternatives`);
  const paths = alternatives.map((alternative) => parsePath(alternative, field));
  return (path) => {
    const names = path.split("/").map((name) => Array.from(name));
    return paths.some((glob) => matchesPath(glob, names));
  };
}

/** A pattern without a slash names a file in any folder; one that ends with a slash, everything below a folder. */
function parsePath(alternative: string, field: string): GlobPath {
  const anywhere = alternative.includes("/") ? alternative : `**/${alternative}`;
  const texts = (anywhere.endsWith("/") ? `${anywhere}**` : anywhere).split("/");
  // What ends with ** means the files below, so at least one name.
  const named = texts.at(-1) === "**" ? [...texts, "*"] : texts;
  return named.map((text) => {
    if (text === "**") return "deep";
    const segment = parseSegment(text);
    if (segment === undefined) throw new ToolFailed("InvalidInput", `${field}: a [ is not closed`);
    return segment;
  });
}

function matchesPath(glob: GlobPath, names: readonly (readonly string[])[]): boolean {
  return matchesSequence(glob, names, {
    isStar: (segment) => segment === "deep",
    fits: (segment, name) => segment !== "deep" && matchesSegment(segment, name),
  });
}
