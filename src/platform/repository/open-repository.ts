import { basename, dirname, resolve } from "node:path";
import type { Repository } from "#ports";
import { realPath } from "../real-path.ts";
import { clearHalfMade } from "./clear-half-made.ts";
import { closeWorktree } from "./close-worktree.ts";
import { commit } from "./commit.ts";
import { issueCommits } from "./issue-commits.ts";
import { listWorktrees } from "./list-worktrees.ts";
import { finishMerge, merge } from "./merge.ts";
import { openWorktree } from "./open-worktree.ts";
import { plainSettings } from "./plain-settings.ts";
import { rebase } from "./rebase.ts";
import { repositoryError } from "./repository-error.ts";
import { type Identity, inTurn, type RepositorySeat, targetHead } from "./repository-seat.ts";
import { gitText, runGitBytes } from "./run-git-bytes.ts";
import { tidy } from "./tidy.ts";
import { snapshot } from "./snapshot.ts";
import { issuePlace } from "./worktree-places.ts";

/** Where the worktrees are kept, and which branch finished work goes to: by default the one that the main worktree has checked out. */
export interface RepositoryOptions {
  readonly stateFolder: string;
  readonly target?: string;
}

/** Opens the repository that a folder is in, by its main worktree; a merge that was killed is finished, and a worktree that was killed while it was made is taken away. */
export async function openRepository(folder: string, options: RepositoryOptions): Promise<Repository> {
  const seat = await openSeat(folder, options);
  await clearHalfMade(seat);
  await finishMerge(seat);
  const { root, target } = seat;
  return {
    root,
    target,
    targetHead: () => targetHead(seat),
    openWorktree: (issueId) => openWorktree(seat, issueId),
    worktrees: () => listWorktrees(seat),
    closeWorktree: (issueId) => closeWorktree(seat, issuePlace(seat, issueId)),
    tidy: ({ issueId }, tree) => tidy(seat, issuePlace(seat, issueId), tree),
    snapshot: async ({ issueId }) => {
      const { tree, changed, skipped } = await snapshot(seat, issuePlace(seat, issueId));
      return { tree, changed, skipped };
    },
    commit: ({ issueId }, draft) => commit(seat, issuePlace(seat, issueId), draft),
    inTurn: (signal, land) => inTurn(seat, signal, land),
    merge: (_, made) => merge(seat, made),
    rebase: ({ issueId }) => rebase(seat, issuePlace(seat, issueId)),
    commitsOf: (issueId) => issueCommits(seat, issuePlace(seat, issueId)),
  };
}

async function openSeat(folder: string, { stateFolder, target }: RepositoryOptions): Promise<RepositorySeat> {
  const here = realPath(folder);
  const end = await runGitBytes({ folder: here, words: ["rev-parse", "--git-common-dir"] });
  if (end.code !== 0) throw repositoryError("no_repository", `${here} is in no git repository: ${end.stderr.trim()}`);
  const commonFolder = realPath(resolve(here, end.stdout.toString("utf8").replace(/\n$/, "")));
  const root = await mainRoot(here, commonFolder);
  const branch = target ?? (await checkedOut(root));
  return {
    root,
    commonFolder,
    stateFolder: realPath(stateFolder),
    target: branch,
    targetRef: `refs/heads/${branch}`,
    ...(await plainSettings(root)),
    identity: await identityIn(root),
    emptyTree: await gitText({ folder: root, words: ["hash-object", "-t", "tree", "--stdin"], stdin: Buffer.alloc(0) }),
  };
}

/** The main worktree, also from one of the others. Git is not asked for a list of them: it gives none while another worker makes one. */
async function mainRoot(here: string, commonFolder: string): Promise<string> {
  const { stdout } = await runGitBytes({ folder: here, words: ["config", "--type=bool", "core.bare"] });
  if (stdout.toString("utf8").trim() === "true")
    throw repositoryError("no_repository", `${commonFolder} is a bare repository: it has no files to work on`);
  if (basename(commonFolder) === ".git") return dirname(commonFolder);
  // Of a submodule the folder of its settings is elsewhere.
  return realPath(await gitText({ folder: here, words: ["rev-parse", "--show-toplevel"] }));
}

const NOBODY: Identity = { name: "tusk", email: "tusk@localhost" };

/** The person's configured name; where there is none a fixed one, never one made of the machine's. */
async function identityIn(root: string): Promise<Identity> {
  const { code, stdout } = await runGitBytes({ folder: root, words: ["var", "GIT_AUTHOR_IDENT"] });
  const [, name = "", email = ""] = /^(.*) <(.*)> \d+ [-+]\d+\n?$/.exec(stdout.toString("utf8")) ?? [];
  return code === 0 && name !== "" && email !== "" ? { name, email } : NOBODY;
}

async function checkedOut(root: string): Promise<string> {
  const { stdout } = await runGitBytes({ folder: root, words: ["symbolic-ref", "-q", "HEAD"] });
  const ref = stdout.toString("utf8").trim();
  if (ref.startsWith("refs/heads/")) return ref.slice("refs/heads/".length);
  throw repositoryError("detached", `${root} has no branch checked out; say which branch finished work goes to`);
}
