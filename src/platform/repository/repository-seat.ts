import { type CancelSignal, PortError } from "#ports";
import { sha256 } from "../sha256.ts";
import { withNameLock } from "../with-name-lock.ts";
import { waitForOrphans } from "./orphan-gits.ts";
import { repositoryError } from "./repository-error.ts";
import { type GitCall, gitText, runGitBytes } from "./run-git-bytes.ts";

/** Who a commit is by. */
export interface Identity {
  readonly name: string;
  readonly email: string;
}

/** What is known of a repository once it is open; everything else is asked of git each time. */
export interface RepositorySeat {
  /** The real path of the main worktree. */
  readonly root: string;
  /** The folder that all worktrees share: objects, refs, settings. */
  readonly commonFolder: string;
  /** The real path of the state folder. */
  readonly stateFolder: string;
  readonly target: string;
  readonly targetRef: string;
  /** Settings about bytes and names, for a git that reads no settings of the repository. */
  readonly plainSettings: string;
  readonly emptyTree: string;
  /** Whether the file system tells files that may be run from others. */
  readonly countsModes: boolean;
  /** Who commits. */
  readonly identity: Identity;
}

/** Where the worktrees of issues are. */
export function worktreesFolder({ stateFolder }: Pick<RepositorySeat, "stateFolder">): string {
  return `${stateFolder}/worktrees`;
}

/** How long one waits for what another worker does here; making a worktree of a very large repository takes longest. */
const WAIT_MS = 300_000;
const STEP_MS = 10;

/** Does something that no other worker does meanwhile to the same thing: `target`, or the token of an issue. What a killed one had started has ended before. */
export async function alone<T>({ commonFolder }: RepositorySeat, thing: string, work: () => Promise<T>): Promise<T> {
  const name = `git-${sha256(`${commonFolder}\0${thing}`).slice(0, 40)}`;
  const tooLong = (cause: unknown): Error =>
    repositoryError(
      "busy",
      `another worker has been busy with ${thing} of ${commonFolder} for too long; try again`,
      cause,
    );
  return withNameLock(name, { waitMs: WAIT_MS, stepMs: STEP_MS, tooLong }, async () => {
    await waitForOrphans();
    return work();
  });
}

/** How long one waits for its turn: before it, others may have to run all their checks. */
const TURN_MS = 6 * 3_600_000;
const TURN_STEP_MS = 60;

/** Does something that no other worker does meanwhile, each in its turn; undefined where it was called off before that came. */
export async function inTurn<T>(
  { commonFolder }: RepositorySeat,
  signal: CancelSignal,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const name = `turn-${sha256(commonFolder).slice(0, 40)}`;
  const isOff = (): boolean => signal.aborted;
  const tooLong = (cause: unknown): Error =>
    repositoryError("busy", `work of others on ${commonFolder} has been landing for too long; try again`, cause);
  try {
    return await withNameLock(name, { waitMs: TURN_MS, stepMs: TURN_STEP_MS, tooLong, isOff }, work);
  } catch (error) {
    if (signal.aborted && error instanceof PortError && error.code === "busy") return undefined;
    throw error;
  }
}

/** A command of git in the main worktree that looks at refs and history, never into files. */
export function rootCall({ root }: Pick<RepositorySeat, "root">, words: readonly string[]): GitCall {
  return { folder: root, words };
}

/** The commit that a ref is at; undefined where there is none. */
export async function refValue(seat: Pick<RepositorySeat, "root">, ref: string): Promise<string | undefined> {
  const { code, stdout } = await runGitBytes(rootCall(seat, ["rev-parse", "--verify", "--quiet", `${ref}^{commit}`]));
  return code === 0 ? stdout.toString("utf8").trim() : undefined;
}

/** The commit that the target is at. Throws `no_commit` where it has none. */
export async function targetHead(seat: RepositorySeat): Promise<string> {
  const head = await refValue(seat, seat.targetRef);
  if (head !== undefined) return head;
  throw repositoryError(
    "no_commit",
    `${seat.target} has no commit in ${seat.root}; make the first one, then try again`,
  );
}

/** Whether one commit is reachable from another; each is from itself. */
export async function isAncestor(seat: RepositorySeat, commit: string, of: string): Promise<boolean> {
  return (await commonCommit(seat, commit, of)) === commit;
}

/** The newest commit that two have in common; undefined where there is none. */
export async function commonCommit(seat: RepositorySeat, one: string, other: string): Promise<string | undefined> {
  if (one === other) return one;
  const { code, stdout } = await runGitBytes(rootCall(seat, ["merge-base", one, other]));
  return code === 0 ? stdout.toString("utf8").trim() : undefined;
}

/** Where a branch left the target. Throws where they have nothing in common: nobody can say then what is the branch's own. */
export async function baseOf(seat: RepositorySeat, tip: string): Promise<string> {
  const base = await commonCommit(seat, tip, await targetHead(seat));
  if (base !== undefined) return base;
  throw repositoryError(
    "git_failed",
    `${tip.slice(0, 12)} has nothing in common with ${seat.target} any more; put its branch there yourself`,
  );
}

/** A step of a ref from one commit to another; from nothing, or to nothing, where that is undefined. */
export interface RefStep {
  readonly ref: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** What the reflog says. */
  readonly why: string;
}

/** Moves a ref from exactly that commit; false where it was at another one. True too where it is there already. */
export async function moveRef(seat: RepositorySeat, { ref, from, to, why }: RefStep): Promise<boolean> {
  const old = from ?? "0".repeat(seat.emptyTree.length);
  const words = to === undefined ? ["-d", ref, old] : [ref, to, old];
  const call = rootCall(seat, ["update-ref", "-m", `tusk: ${why}`, ...words]);
  const end = await runGitBytes(call);
  if (end.code === 0) return true;
  const now = await refValue(seat, ref);
  if (now === to) return true;
  if (now !== from) return false;
  throw repositoryError("git_failed", `git cannot move ${ref}: ${end.stderr.trim()}`);
}

/** The trees of two commits. */
export async function treesOf(
  seat: Pick<RepositorySeat, "root">,
  one: string,
  other: string,
): Promise<readonly [string, string]> {
  const text = await gitText(rootCall(seat, ["rev-parse", `${one}^{tree}`, `${other}^{tree}`]));
  const [first = "", second = ""] = text.split("\n");
  return [first, second];
}

/** The tree of a commit. */
export async function treeOf(seat: Pick<RepositorySeat, "root">, commit: string): Promise<string> {
  return gitText(rootCall(seat, ["rev-parse", "--verify", `${commit}^{tree}`]));
}
