import { mkdirSync } from "node:fs";
import type { Issue } from "#kernel";
import type { Dice } from "./dice.ts";
import { draftIssue, importIssues } from "./import-issues.ts";
import { runPaths } from "./plan.ts";

/** Makes a store of issues that wait for each other: each for up to three of the forty before it, so that some are always ready. */
export function seedIssues(folder: string, count: number, dice: Dice): void {
  const paths = runPaths(folder);
  mkdirSync(paths.journals, { recursive: true });
  importIssues(
    paths.issues,
    Array.from({ length: count }, (_, at) => newIssue(at + 1, dice)),
  );
}

function newIssue(number: number, dice: Dice): Issue {
  const targets = new Set<number>();
  for (let wanted = dice.roll(4); wanted > 0; wanted--)
    if (number > 1) targets.add(number - 1 - dice.roll(Math.min(40, number - 1)));
  return draftIssue({
    id: `bd-${number}`,
    title: `Issue ${number}`,
    priority: dice.roll(5),
    needs: [...targets].map((target) => `bd-${target}`),
  });
}
