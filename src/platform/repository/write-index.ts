import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import type { Checkout } from "./checkout-lock.ts";
import { moveFile } from "./move-files.ts";
import { type GitCall, gitOutput, runGitBytes } from "./run-git-bytes.ts";
import type { Scratch } from "./scratch.ts";
import { indexInfo, type IndexEntry } from "./tree-changes.ts";

/** Whether a checkout has an index: one without was never finished. */
export function hasIndex({ gitFolder }: Checkout): boolean {
  return existsSync(join(gitFolder, "index"));
}

/** Sets some entries of a checkout's index, the others stay. It is replaced whole, and knows the files' times. Its lock must be ours. */
export async function writeIndex(scratch: Scratch, checkout: Checkout, entries: readonly IndexEntry[]): Promise<void> {
  const hashLength = entries.find(({ entry }) => entry !== undefined)?.entry?.object.length ?? SHA1_LENGTH;
  const draft = copyIndex(scratch, checkout);
  const stdin = indexInfo(entries, hashLength);
  await gitOutput(drafting(scratch, checkout, { draft, words: ["update-index", "-z", "--index-info"], stdin }));
  await installIndex(scratch, checkout, draft);
}

const SHA1_LENGTH = 40;

/** Makes the index say what a tree holds; files stay as they are. Its lock must be ours. */
export async function readIntoIndex(scratch: Scratch, checkout: Checkout, tree: string): Promise<void> {
  const draft = copyIndex(scratch, checkout);
  const words = hasIndex(checkout) ? ["read-tree", "-i", "-m", tree] : ["read-tree", tree];
  await gitOutput(drafting(scratch, checkout, { draft, words }));
  await installIndex(scratch, checkout, draft);
}

/** A copy of a checkout's index to work on: nobody else's git sees it. */
export function copyIndex(scratch: Scratch, checkout: Checkout): string {
  const draft = join(scratch.folder, "checkout.index");
  if (hasIndex(checkout)) copyFileSync(join(checkout.gitFolder, "index"), draft);
  return draft;
}

interface Drafting {
  readonly draft: string;
  readonly words: readonly string[];
  readonly stdin?: Buffer;
}

/** A command that writes an index. Whatever it is asked, it looks into files as new as the index, through their filters: only a plain git may. */
function drafting(scratch: Scratch, { root }: Checkout, { draft, words, stdin }: Drafting): GitCall {
  return scratch.plain(words, { index: draft, files: root, ...(stdin === undefined ? {} : { stdin }) });
}

/** A command that reads the entries of an index alone. */
export function indexCall({ root, gitFolder }: Checkout, index: string, words: readonly string[]): GitCall {
  return { folder: root, words, env: { GIT_DIR: gitFolder, GIT_WORK_TREE: root, GIT_INDEX_FILE: index } };
}

async function installIndex(scratch: Scratch, checkout: Checkout, draft: string): Promise<void> {
  // It says by its exit code that some files differ: so it may be.
  await runGitBytes(scratch.plain(["update-index", "-q", "--refresh"], { index: draft, files: checkout.root }));
  moveFile(Buffer.from(draft), Buffer.from(join(checkout.gitFolder, "index")));
}
