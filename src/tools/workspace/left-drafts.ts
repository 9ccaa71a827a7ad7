import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isGone } from "#platform";
import { quietly } from "./quietly.ts";
import { draftOwner } from "./ledger-rows.ts";

/** The drafts and kept versions at the top of a workspace whose sessions were killed. Looks only: the next session clears them up. */
export function leftDrafts(root: string): readonly string[] {
  return quietly([], () => readdirSync(root)).filter((name) => {
    const owner = draftOwner(name);
    const entry = owner === undefined ? undefined : lstatSync(join(root, name), { throwIfNoEntry: false });
    return owner !== undefined && entry !== undefined && isGone(owner, Date.now() - entry.ctimeMs);
  });
}
