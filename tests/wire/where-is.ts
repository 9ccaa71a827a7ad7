import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The files below a folder that hold a text. */
export function whereIs(text: string, below: string): readonly string[] {
  const files = readdirSync(below, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => readFileSync(path).includes(text));
}
