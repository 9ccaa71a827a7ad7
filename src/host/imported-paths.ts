import { below, folderOf } from "./path-text.ts";

const MODULE = /\.[cm]?[jt]sx?$/;
/** Any text in quotes that is a path from the file itself: also what is imported later, or by `require`. */
const QUOTED_PATH = /(["'`])(\.{1,2}\/[^"'`\n\\]{1,300})\1/g;
/** What `require` puts behind a name that is no file. */
const ENDINGS = ["", ".js", ".cjs", ".mjs", ".ts", ".json", "/index.js", "/index.ts"];

/** The paths that a module may import, as far as its text names them by a path; not all of them need to be there. */
export function importedPaths(path: string, text: string): readonly string[] {
  if (!MODULE.test(path)) return [];
  const named = [...text.matchAll(QUOTED_PATH)].map(([, , name = ""]) => plainPath(below(folderOf(path), name)));
  return [...new Set(named)].flatMap((name) => ENDINGS.map((ending) => `${name}${ending}`));
}

/** A path without the steps that lead nowhere or back. */
function plainPath(path: string): string {
  const steps: string[] = [];
  for (const step of path.split("/")) {
    if (step === ".." && steps.length > 1) steps.pop();
    else if (step !== ".") steps.push(step);
  }
  return steps.join("/");
}
