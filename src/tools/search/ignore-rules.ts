/** Files whose lines name what is passed over, by rank: a later name has its way over an earlier one, as ripgrep has it. */
export const IGNORE_NAMES: readonly string[] = [".gitignore", ".ignore", ".rgignore"];

/** An ignore file that was read: where it stands, and what it says. */
export interface IgnoreFile {
  readonly path: string;
  readonly text: string;
}

/** The rules of many ignore files as those of one at the root: the last that fits decides, as by rank and then depth of the files. */
export function ignoreRules(files: readonly IgnoreFile[]): readonly string[] {
  return files
    .map(({ path, text }) => {
      const parts = path.split("/");
      return { text, name: parts.at(-1) ?? "", folder: folderOf(parts) };
    })
    .sort((one, other) => rank(one.name) - rank(other.name) || one.folder.length - other.folder.length)
    .flatMap(({ text, folder }) => text.split("\n").flatMap((line) => rootRule(line, folder) ?? []));
}

function rank(name: string): number {
  return IGNORE_NAMES.indexOf(name);
}

/** The folder that an ignore file speaks of: what a clone keeps for itself stands in `.git/info` and is about the folder of `.git`. */
function folderOf(parts: readonly string[]): readonly string[] {
  return parts.at(-3) === ".git" ? parts.slice(0, -3) : parts.slice(0, -1);
}

/** A line as a rule that says the same at the root; undefined for one that says nothing. */
function rootRule(line: string, folder: readonly string[]): string | undefined {
  const trimmed = line.endsWith("\\ ") ? line : line.trimEnd();
  const [, not = "", slash = "", rule = ""] = /^(!?)(\/?)(.*)$/s.exec(trimmed) ?? [];
  const named = rule.endsWith("/") ? rule.slice(0, -1) : rule;
  if (trimmed.startsWith("#") || named === "") return undefined;
  const below = folder.map((name) => `${name.replaceAll(/[\\*?[\]{}]/g, String.raw`\$&`)}/`).join("");
  // Only a slash before its end ties a rule to the folder.
  const anywhere = slash === "" && !named.includes("/") ? "**/" : "";
  return `${not}/${below}${anywhere}${rule}`;
}
