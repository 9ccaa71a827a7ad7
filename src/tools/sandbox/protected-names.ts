import { PROTECTED_PATHS, type ProtectedGroup } from "#kernel";

/** How a name is spelled where it counts; the kernel's table is without case. */
const SPELLINGS: Readonly<Record<string, string>> = { jenkinsfile: "Jenkinsfile" };

/** Files that are read from a home folder and nowhere else; what `.envrc` says counts everywhere. */
const ONLY_AT_HOME = new Set([
  ".gitconfig",
  ".config/git",
  ".local/state/tusk",
  ".claude.json",
  ...PROTECTED_PATHS.environment.paths.filter((path) => path !== ".envrc"),
]);

/** Groups whose names are only closed and watched in a plain workspace: nothing on this machine obeys them there, and each held name costs every command. */
const NOT_HELD: ReadonlySet<ProtectedGroup> = new Set(["credentials", "pipeline"]);
/** Those of them that are held all the same: most repositories have them. */
const HELD_ANYWAY = new Set([".github/workflows", ".github/actions"]);

/**
 * The protected paths that are held free at the top of a workspace. Those with a wildcard stand for too many names, and those of a
 * home folder mean nothing elsewhere: existing ones are closed, new ones are found after the command.
 */
export function holdablePaths({ isHome }: { readonly isHome: boolean }): readonly string[] {
  return (Object.keys(PROTECTED_PATHS) as ProtectedGroup[])
    .flatMap((group) =>
      PROTECTED_PATHS[group].paths.filter((path) => isHome || !NOT_HELD.has(group) || HELD_ANYWAY.has(path)),
    )
    .filter((path) => !path.includes("*") && (isHome || !ONLY_AT_HOME.has(path)))
    .map((path) => SPELLINGS[path] ?? path);
}

/** The folders above some paths: they may be worked in, and not be moved away with what is in them. */
export function parentsOf(paths: readonly string[]): readonly string[] {
  return [...new Set(paths.filter((path) => path.includes("/")).map((path) => path.slice(0, path.lastIndexOf("/"))))];
}

/** The folders above everything that can be held. */
export const HOLDABLE_PARENTS: readonly string[] = parentsOf(holdablePaths({ isHome: true }));
