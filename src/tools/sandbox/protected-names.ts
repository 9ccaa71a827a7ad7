import { PROTECTED_PATHS, type ProtectedGroup } from "#kernel";

/** How a name is spelled where it counts; the kernel's table is without case. */
const SPELLINGS: Readonly<Record<string, string>> = { jenkinsfile: "Jenkinsfile" };

/** Files that are read from a home folder and nowhere else; what `.envrc` says counts everywhere. */
const ONLY_AT_HOME = new Set([
  ".gitconfig",
  ".claude.json",
  ...PROTECTED_PATHS.environment.paths.filter((path) => path !== ".envrc"),
]);

/**
 * The protected paths that are held free at the top of a workspace. Those with a wildcard stand for too many names, and those of a
 * home folder mean nothing elsewhere: existing ones are closed, new ones are found after the command.
 */
export function holdablePaths({ isHome }: { readonly isHome: boolean }): readonly string[] {
  return (Object.keys(PROTECTED_PATHS) as ProtectedGroup[])
    .flatMap((group) => PROTECTED_PATHS[group].paths)
    .filter((path) => !path.includes("*") && (isHome || !ONLY_AT_HOME.has(path)))
    .map((path) => SPELLINGS[path] ?? path);
}

/** The folders above them: they may be worked in, and not be moved away with what is in them. */
export const HOLDABLE_PARENTS: readonly string[] = [
  ...new Set(
    holdablePaths({ isHome: true })
      .filter((path) => path.includes("/"))
      .map((path) => path.slice(0, path.lastIndexOf("/"))),
  ),
];
