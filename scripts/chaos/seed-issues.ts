import { mkdirSync } from "node:fs";
import { type Issue, type IssueMutation, mintOverride, writeIssue } from "#kernel";
import { fileIssueStore } from "../../src/memory/issues/file-issue-store.ts";
import { now, sha256 } from "#platform";
import type { Dice } from "./dice.ts";
import { runPaths } from "./plan.ts";

/** Makes a store of issues that wait for each other: each for up to three of the forty before it, so that some are always ready. */
export function seedIssues(folder: string, count: number, dice: Dice): void {
  const paths = runPaths(folder);
  mkdirSync(paths.journals, { recursive: true });
  const rows = Array.from({ length: count }, (_, at) => writeIssue(newIssue(at + 1, dice)));
  const mutation: IssueMutation = { action: "issue.import", args: { mode: "merge", source: "chaos", rows } };
  const minting = mintOverride(
    { actor: "chaos", reason: "a store to work on", explicit: true, insideAgentRun: false, mutation },
    sha256,
  );
  if (!minting.ok) throw new Error(minting.reason);
  const store = fileIssueStore(paths.issues, { now });
  const applied = store.mutate(mutation, minting.permit);
  store.close();
  if (!applied.ok) throw new Error(applied.failure.message);
}

function newIssue(number: number, dice: Dice): Issue {
  const id = `bd-${number}`;
  const targets = new Set<number>();
  for (let wanted = dice.roll(4); wanted > 0; wanted--)
    if (number > 1) targets.add(number - 1 - dice.roll(Math.min(40, number - 1)));
  return {
    id,
    title: `Issue ${number}`,
    description: "",
    design: "",
    acceptance_criteria: "",
    notes: "",
    status: "open",
    priority: dice.roll(5),
    issue_type: "task",
    assignee: "",
    owner: "",
    created_at: now(),
    updated_at: now(),
    ephemeral: false,
    mol_type: "",
    labels: [],
    dependencies: [...targets].map((target) => ({
      issue_id: id,
      depends_on_id: `bd-${target}`,
      type: "blocks",
      created_by: "",
    })),
  };
}
