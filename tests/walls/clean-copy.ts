import { cpSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../support/root.ts";

const CONFIGURATION = ["package.json", ".oxlintrc.json", "tsconfig.base.json", "tsconfig.json"] as const;

/** The layers there are: a new one needs its seeds before these tests pass. */
export const LAYERS: readonly string[] = readdirSync(join(ROOT, "src"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .toSorted();

/** Copies what the walls are made of and what they guard: the sources without their tests, and the configuration. */
export function cleanCopy(folder: string): void {
  mkdirSync(folder);
  for (const file of CONFIGURATION) cpSync(join(ROOT, file), join(folder, file));
  const isSource = (path: string) => !/\.test(?:-d)?\.ts$/.test(path);
  cpSync(join(ROOT, "src"), join(folder, "src"), { recursive: true, filter: isSource });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
}
