/**
 * A path as git says it: each character is one byte. Names of files are bytes, and not all of them are text.
 */
export type BytePath = string;

/** What git prints with `-z`, one part for each. */
export function splitNul(output: Buffer): readonly BytePath[] {
  const text = output.toString("latin1");
  return text === "" ? [] : text.replace(/\0$/, "").split("\0");
}

/** The same, for git's standard input. */
export function joinNul(parts: readonly BytePath[]): Buffer {
  return Buffer.from(parts.map((part) => `${part}\0`).join(""), "latin1");
}

/** Where such a path is, for the file system: below a folder whose name is text. */
export function placeOf(folder: string, path: BytePath): Buffer {
  return Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(path, "latin1")]);
}

/** How such a path is told: as it is where it is text, else with its bytes in git's manner. */
export function tellPath(path: BytePath): string {
  const bytes = Buffer.from(path, "latin1");
  const text = bytes.toString("utf8");
  if (Buffer.from(text).equals(bytes)) return text;
  return `"${path.replaceAll(/[^ -~]|["\\]/g, (one) => `\\${one.charCodeAt(0).toString(8).padStart(3, "0")}`)}"`;
}

/** Paths told in the order of their bytes, each once. */
export function tellPaths(paths: Iterable<BytePath>): readonly string[] {
  return [...new Set(paths)].toSorted().map(tellPath);
}
