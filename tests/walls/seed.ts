import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

/** One seeded violation: where it is put, and the only codes with which the wall may refuse it. */
export interface Seed {
  readonly name: string;
  readonly path: string;
  readonly refuses: readonly string[];
  readonly text: string;
}

const HEADER = /^\/\/ in: (\S+) {2}refuses: (.+)$/;

/** Reads every seed of a folder; a seed without a header does not count in silence, it throws. */
export function readSeeds(folder: string): readonly Seed[] {
  return readdirSync(folder)
    .toSorted()
    .map((file) => {
      const text = readFileSync(join(folder, file), "utf8");
      const [, path, refuses] = HEADER.exec(text.slice(0, text.indexOf("\n"))) ?? [];
      if (path === undefined || refuses === undefined) throw new Error(`${file} has no header`);
      return { name: basename(file, ".ts"), path, refuses: refuses.split(" ").toSorted(), text };
    });
}
