import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/** Leaves at most so many notes in a folder: the one that was written longest ago is forgotten first. */
export function forgetOldest(folder: string, most: number): void {
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  if (names.length <= most) return;
  const age = (name: string): number => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const oldest = names.map((name) => ({ name, at: age(name) })).toSorted((a, b) => a.at - b.at);
  for (const { name } of oldest.slice(0, names.length - most)) rmSync(join(folder, name), { force: true });
}
