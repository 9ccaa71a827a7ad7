import { join } from "node:path";
import type { BytePath } from "./byte-paths.ts";
import type { Checkout } from "./checkout-lock.ts";
import { gitOutput } from "./run-git-bytes.ts";
import { isSameEntry, type TreeChange, type TreeEntry } from "./tree-changes.ts";
import { hasIndex, indexCall } from "./write-index.ts";

/** Paths whose entry in the index is neither what was nor what will be: something else is staged there. */
export async function stagedOtherwise(
  checkout: Checkout,
  changes: readonly TreeChange[],
): Promise<readonly BytePath[]> {
  if (!hasIndex(checkout) || changes.length === 0) return [];
  const index = join(checkout.gitFolder, "index");
  const staged = stagedEntries(await gitOutput(indexCall(checkout, index, ["ls-files", "-z", "--stage"])));
  const isKnown = ({ path, before, after }: TreeChange): boolean => {
    const found = staged.get(path);
    return found !== "unmerged" && (isSameEntry(found, before) || isSameEntry(found, after));
  };
  return changes.filter((change) => !isKnown(change)).map(({ path }) => path);
}

function stagedEntries(output: Buffer): ReadonlyMap<BytePath, TreeEntry | "unmerged"> {
  const entries = new Map<BytePath, TreeEntry | "unmerged">();
  for (const line of output.toString("latin1").split("\0")) {
    const tab = line.indexOf("\t");
    const [mode = "", object = "", stage = ""] = line.slice(0, tab).split(" ");
    if (tab !== -1) entries.set(line.slice(tab + 1), stage === "0" ? { mode, object } : "unmerged");
  }
  return entries;
}
