import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Checkout } from "./checkout-lock.ts";
import { issueToken } from "./issue-token.ts";
import { type RepositorySeat, worktreesFolder } from "./repository-seat.ts";
import { runGitBytes } from "./run-git-bytes.ts";
import { readOr } from "./stale-lock.ts";

/** Where the work on one issue is: a folder and a branch. */
export interface IssuePlace {
  readonly issueId: string;
  readonly token: string;
  readonly path: string;
  readonly branch: string;
  readonly ref: string;
}

/** The place of an issue, whether or not anything is there. */
export function issuePlace(seat: RepositorySeat, issueId: string): IssuePlace {
  const token = issueToken(issueId);
  const branch = `tusk/${token}`;
  return { issueId, token, path: join(worktreesFolder(seat), token), branch, ref: `refs/heads/${branch}` };
}

/** The file in a worktree's git folder that holds the issue id as it is. */
export const ISSUE_FILE = "tusk-issue";

/** A worktree as the repository has written it down; its folder may be gone. */
export interface Registration {
  /** Its folder in the repository. */
  readonly gitFolder: string;
  /** Where its files are; undefined where it was never finished. */
  readonly path: string | undefined;
}

/** Every worktree that is written down, but the main one. */
export function registrations({ commonFolder }: RepositorySeat): readonly Registration[] {
  const folder = join(commonFolder, "worktrees");
  return readOr(() => readdirSync(folder), []).map((name) => {
    const gitFolder = join(folder, name);
    const text = readOr(() => readFileSync(join(gitFolder, "gitdir"), "utf8"), "").trim();
    return { gitFolder, path: text === "" ? undefined : dirname(resolve(gitFolder, text)) };
  });
}

/** What is written down of an issue's worktree, also where that was never finished or half taken away. */
export function registrationsOf(seat: RepositorySeat, { path, token }: IssuePlace): readonly Registration[] {
  return registrations(seat).filter(
    ({ gitFolder, path: at }) => at === path || (at === undefined && basename(gitFolder) === token),
  );
}

/** The checkout that has a branch checked out; undefined where none has. */
export async function holderOf(seat: RepositorySeat, ref: string): Promise<Checkout | undefined> {
  const roots = [seat.root, ...registrations(seat).flatMap(({ path }) => path ?? [])];
  for (const checkout of roots.flatMap((root) => checkoutAt(seat, root) ?? []))
    if (existsSync(checkout.root) && (await headOf(checkout)) === ref) return checkout;
  return undefined;
}

/** The ref that a checkout is on; undefined where it is on none. */
export async function headOf({ gitFolder, root }: Checkout): Promise<string | undefined> {
  const [, named] = /^ref: (.+)\n$/.exec(readOr(() => readFileSync(join(gitFolder, "HEAD"), "utf8"), "")) ?? [];
  // So it says where refs are kept in another form.
  if (named !== "refs/heads/.invalid" || !existsSync(root)) return named;
  const call = { folder: root, words: ["symbolic-ref", "-q", "HEAD"], env: { GIT_DIR: gitFolder } };
  const { code, stdout } = await runGitBytes(call);
  return code === 0 ? stdout.toString("utf8").trim() : undefined;
}

/** The checkout in a folder: the main one, or one that is written down. */
export function checkoutAt(seat: RepositorySeat, root: string): Checkout | undefined {
  if (root === seat.root) return { root, gitFolder: seat.commonFolder, isOurs: false };
  const found = registrations(seat).find(({ path }) => path === root);
  return found && { root, gitFolder: found.gitFolder, isOurs: root.startsWith(`${worktreesFolder(seat)}/`) };
}
