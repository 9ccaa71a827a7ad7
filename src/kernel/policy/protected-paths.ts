/** Why a path is not for an agent to change. */
export type ProtectedGroup =
  | "version_control"
  | "harness"
  | "hooks"
  | "agent"
  | "environment"
  | "credentials"
  | "pipeline";

interface ProtectedRow {
  readonly means: string;
  /** Paths as they are protected wherever they stand: a name, or names below each other. `*` stands for the beginning or the rest of a name. */
  readonly paths: readonly string[];
}

const words = (...lines: readonly string[]): readonly string[] => lines.flatMap((line) => line.split(" "));

/** What changes only by a person's hand (SECURITY 3): each of these runs code, holds the record, or governs the agent itself. */
export const PROTECTED_PATHS: Readonly<Record<ProtectedGroup, ProtectedRow>> = {
  version_control: {
    means: "the history and its settings, bare repositories too",
    paths: [".git", "*.git", ".hg", ".svn", ".jj", ".gitmodules", ".gitconfig", ".config/git"],
  },
  harness: {
    means: "the harness's own state, configuration and drafts",
    paths: [".premath", ".tusk", ".tusk-*", "tusk.config.*", ".local/state/tusk"],
  },
  hooks: {
    means: "programs that run at commits",
    paths: words(
      ".husky .githooks .git-hooks .lefthook lefthook.* .lefthook.* .pre-commit-config.* .pre-commit-hooks.* .overcommit.yml",
    ),
  },
  agent: {
    means: "configuration of coding agents and editors",
    paths: words(
      ".claude .claude.json .codex .cursor .cursorrules .gemini .opencode .continue .windsurf",
      ".windsurfrules .roo .roomodes .clinerules .kiro .amp .goose .aider.conf.* .github/copilot-instructions.md",
      ".mcp.json .vscode .idea .zed .devcontainer .devcontainer.json",
    ),
  },
  environment: {
    means: "files that shells and tools run by themselves",
    paths: words(
      ".envrc .bashrc .bash_profile .bash_login .bash_logout .profile .zshrc .zshenv .zprofile",
      ".zlogin .ripgreprc .inputrc .vimrc .exrc",
    ),
  },
  credentials: {
    means: "keys and tokens, and who may log in",
    paths: [
      ".ssh",
      ".gnupg",
      ".aws",
      ".kube",
      ".netrc",
      ".git-credentials",
      ".pypirc",
      ".docker/config.json",
      ".config/gh",
    ],
  },
  pipeline: {
    means: "what runs elsewhere with the project's rights",
    paths: words(
      ".github/workflows .github/actions .forgejo .gitea .gitlab-ci.* .gitlab/ci .circleci .buildkite .travis.yml",
      ".drone.* .woodpecker .woodpecker.* bitbucket-pipelines.* azure-pipelines.* jenkinsfile appveyor.yml .appveyor.yml",
    ),
  },
};

const GROUPS = Object.entries(PROTECTED_PATHS).flatMap(([group, { paths }]) =>
  paths.map((path) => ({ group: group as ProtectedGroup, names: path.split("/") })),
);

/** The group that protects a path, by any of its parts; undefined when it may be changed. Also says so of what does not exist yet. */
export function protectedBy(parts: readonly string[]): ProtectedGroup | undefined {
  const folded = parts.map(foldedName);
  return GROUPS.find(({ names }) =>
    folded.some((_, start) => names.every((name, at) => isNamed(folded[start + at] ?? "", name))),
  )?.group;
}

function isNamed(part: string, name: string): boolean {
  if (name.startsWith("*")) return part.endsWith(name.slice(1));
  return name.endsWith("*") ? part.startsWith(name.slice(0, -1)) : part === name;
}

/**
 * A name as the most forgiving file system reads it: no case (CVE-2025-59944), no characters that are not seen, no dots or spaces at
 * its end, no stream behind a colon, and the short name that Windows gives `.git`.
 */
function foldedName(part: string): string {
  const plain = part
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toUpperCase()
    .toLowerCase()
    .replace(/:.*$/s, "")
    .replace(/[. ]+$/, "");
  return /^git~[0-9]+$/.test(plain) ? ".git" : plain;
}
