import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { rowsIn } from "./check-state.ts";
import { namesIn, type SceneState } from "./read-state.ts";
import { doneText, git, partOf, type Scene } from "./scene.ts";

/** What is wrong with the repository of a scene that is done: every change is in the target once, every commit is there, nothing is left over. */
export function repositoryProblems(scene: Scene, state: SceneState): readonly string[] {
  return [
    ...changeProblems(scene),
    ...commitProblems(scene, state),
    ...leftOvers(scene),
    ...fsckProblems(scene),
    ...git(scene.root, "status", "--porcelain")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => `the checkout is not as the target says: ${line}`),
  ];
}

/** By the diffs of the target's line: each file was changed once, by a commit of its issue, and is as it has to be. */
function changeProblems({ root, target, issues }: Scene): readonly string[] {
  const log = git(
    root,
    "log",
    "--format=%x00%H%n%(trailers:key=Tusk-Issue,valueonly,separator=%x2C)",
    "--name-only",
    target,
  );
  const commits = log
    .split("\0")
    .slice(1)
    .map((text) => {
      const [commit = "", issue = "", ...paths] = text.split("\n").filter((line, at) => at < 2 || line !== "");
      return { commit, issue, paths };
    });
  return issues.flatMap(({ id }) => {
    const path = partOf(id);
    const changes = commits.filter(({ issue, paths }) => issue !== "" && paths.includes(path));
    const own = commits.filter(({ issue }) => issue === id);
    const strange = own.filter(({ paths }) => paths.some((one) => one !== path));
    const text = `${git(root, "show", `${target}:${path}`)}\n`;
    return [
      ...(text === doneText(id) ? [] : [`LOST ${path} of ${target} is not done`]),
      ...(changes.length === 1 ? [] : [`${path} was changed by ${changes.length} commits`]),
      ...changes.flatMap(({ issue, commit }) => (issue === id ? [] : [`${path} was changed by ${commit} of ${issue}`])),
      ...(own.length === 1 ? [] : [`${id} has ${own.length} commits`]),
      ...strange.map(({ commit, paths }) => `${commit} of ${id} changes ${paths.join(", ")}`),
    ];
  });
}

/** Commits that a row names and no branch has: work that was put onto newer work before it was merged. */
export function replacedCommits({ root }: Scene, state: SceneState): readonly string[] {
  const inBranches = new Set(git(root, "rev-list", "--branches").split("\n"));
  const named = rowsIn(state).flatMap((row) => (row.kind === "step.committed" ? [row.commit] : []));
  return [...new Set(named)].filter((commit) => !inBranches.has(commit));
}

/** What a row says was merged is in the target; what one says was committed is in a branch, or its very change is in the target by another commit. */
function commitProblems({ root, target }: Scene, state: SceneState): readonly string[] {
  const inTarget = new Set(git(root, "rev-list", target).split("\n"));
  const inBranches = new Set(git(root, "rev-list", "--branches").split("\n"));
  const rows = rowsIn(state);
  return rows.flatMap((row) => {
    if (row.kind === "step.merged" && !inTarget.has(row.commit))
      return [`LOST ${row.commit} of ${row.stepId} was merged and is not in ${target}`];
    if (row.kind !== "step.committed" || inBranches.has(row.commit)) return [];
    // Whoever merged it may have been killed before it could say so: what counts is what the target has.
    return isPutOn(root, row.commit, target)
      ? []
      : [`LOST ${row.commit} of ${row.stepId} was committed and is in no branch`];
  });
}

/** Whether the target has the same change in another commit. */
function isPutOn(root: string, commit: string, target: string): boolean {
  return git(root, "cherry", target, commit, `${commit}^`).startsWith("- ");
}

/** Worktrees, branches, scratch folders and locks that nobody needs any more. */
function leftOvers({ root, state }: Scene): readonly string[] {
  const branches = git(root, "for-each-ref", "--format=%(refname:short)", "refs/heads/tusk")
    .split("\n")
    .filter((name) => name !== "");
  const worktrees = join(state, "worktrees");
  const folders = namesIn(worktrees).filter((name) => name !== ".scratch");
  const locks = readdirSync(join(root, ".git"), { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".lock") || path.includes("tusk-lock"),
  );
  return [
    ...branches.map((name) => `the branch ${name} is left`),
    ...folders.map((name) => `worktrees/${name} is left`),
    ...namesIn(join(worktrees, ".scratch")).map((name) => `worktrees/.scratch/${name} is left`),
    ...namesIn(join(root, ".git/worktrees")).map((name) => `.git/worktrees/${name} is left`),
    ...locks.map((path) => `.git/${path} is left`),
    ...(existsSync(join(state, "quarantine")) ? namesIn(join(state, "quarantine")) : []).map(
      (name) => `quarantine/${name} is there`,
    ),
  ];
}

function fsckProblems({ root }: Scene): readonly string[] {
  try {
    execFileSync("git", ["fsck", "--full", "--strict", "--no-dangling"], {
      cwd: root,
      encoding: "utf8",
      stdio: "pipe",
    });
    return [];
  } catch (error) {
    return [`git fsck: ${String(error).slice(0, 500)}`];
  }
}
