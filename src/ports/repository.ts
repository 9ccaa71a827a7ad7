import type { CancelSignal } from "./cancel-signal.ts";

/** The place where one issue is worked on: a worktree of the repository, with a branch of its own. */
export interface Worktree {
  readonly issueId: string;
  /** Its real path. */
  readonly path: string;
  readonly branch: string;
  /** The commit that the branch began at, or was last put onto. */
  readonly base: string;
  /** False where an earlier process had made it: everything that was in it still is. */
  readonly isNew: boolean;
}

/** What a worktree holds now: the tree that a commit of it would have. */
export interface WorktreeSnapshot {
  readonly tree: string;
  /** Paths that differ from the commit where the branch left the target, sorted by bytes. One that is no text is told in git's quotes. */
  readonly changed: readonly string[];
  /** Git repositories among the files, left out: the tree holds there what the branch's head does. */
  readonly skipped: readonly string[];
}

/** A commit that the harness is to make. */
export interface CommitDraft {
  readonly tree: string;
  /** The first line, and whatever stands below. */
  readonly message: string;
  /** `Tusk-Issue: bd-7` and the like, in this order. */
  readonly trailers: readonly (readonly [name: string, value: string])[];
}

/** What became of merging: the target is at the commit; it was before; it has gone on; or something stands in the way. */
export type Merging =
  | { readonly kind: "merged"; readonly commit: string }
  | { readonly kind: "already"; readonly commit: string }
  | { readonly kind: "behind"; readonly target: string }
  /** Nothing was changed. The paths are a person's files that would be lost; none where something else is the reason. */
  | { readonly kind: "in_the_way"; readonly reason: string; readonly paths: readonly string[] };

/** What became of putting work onto the target's newest commit. After a conflict everything is as it was. */
export type Rebasing =
  | { readonly kind: "rebased"; readonly commit: string }
  | { readonly kind: "conflict"; readonly paths: readonly string[] };

/** A commit of an issue's work, found by its trailer. */
export interface IssueCommit {
  readonly commit: string;
  readonly tree: string;
  /** Reachable from the target branch. */
  readonly isMerged: boolean;
  /** The trailers of ours that it carries. */
  readonly trailers: Readonly<Record<string, string>>;
}

/** Why the repository does not allow it; nothing is lost. */
export type RepositoryCode =
  | "no_repository"
  | "no_commit"
  | "detached"
  | "busy"
  | "unmerged"
  | "in_the_way"
  | "git_failed";

/**
 * The git repository, as the harness uses it (DESIGN 23): hooks, filters, fsmonitor and signing are off in everything it runs. Every method may be called again
 * after a crash at any point and then finds or finishes what was begun. Throws {@link PortError} of port `repository` with a {@link RepositoryCode}.
 */
export interface Repository {
  /** The real path of the main worktree. */
  readonly root: string;
  /** The branch that finished work is merged into. */
  readonly target: string;
  /** The commit that the target is at. */
  targetHead(): Promise<string>;
  /** Makes the worktree of an issue at the target's head, or finds the one that is there, with everything in it. */
  openWorktree(issueId: string): Promise<Worktree>;
  /** Every worktree of ours, by issue id in byte order. */
  worktrees(): Promise<readonly Worktree[]>;
  /** Takes a worktree and its branch away. Refuses with `unmerged` where a commit or a changed file would be lost. */
  closeWorktree(issueId: string): Promise<void>;
  /** What a commit of everything in it would hold, ignored files and the state folder left out. Index and files stay as they are. */
  snapshot(worktree: Worktree): Promise<WorktreeSnapshot>;
  /** Takes away what has come into a worktree beside a tree; answers which files of the tree are not what they were. What is ignored stays. */
  tidy(worktree: Worktree, tree: string): Promise<readonly string[]>;
  /** Commits exactly this tree on the issue's branch; the head itself where it has this tree already and is a verified commit of the issue. Files stay as they are. */
  commit(worktree: Worktree, draft: CommitDraft): Promise<string>;
  /**
   * Brings work onto the target while no other worker does, each in its turn: what is verified on the newest target is then not behind it again. A holder that was killed
   * holds nothing. Undefined where it was called off before its turn came.
   */
  inTurn<T>(signal: CancelSignal, land: () => Promise<T>): Promise<T | undefined>;
  /** Moves the target forward to a commit, and the main checkout with it where it has the target checked out; never anything but a fast-forward. */
  merge(worktree: Worktree, commit: string): Promise<Merging>;
  /** Puts the branch's commits onto the target's newest commit. */
  rebase(worktree: Worktree): Promise<Rebasing>;
  /** The commits that carry the trailer `Tusk-Issue` with this id, newest first, on the target or on the issue's branch. */
  commitsOf(issueId: string): Promise<readonly IssueCommit[]>;
}
