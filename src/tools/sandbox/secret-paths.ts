import { accessSync, constants, lstatSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { realPath, statePlaces } from "#platform";
import { codeOf } from "../workspace/file-failure.ts";
import type { Wall } from "./wall.ts";

/** What no command needs to see: keys, tokens and doors to other processes (SECURITY, traps). */
const MACHINE_SECRETS = [
  "/etc/shadow",
  "/etc/shadow-",
  "/etc/gshadow",
  "/etc/gshadow-",
  "/etc/sudoers",
  "/etc/sudoers.d",
  "/etc/security/opasswd",
  "/etc/ssl/private",
  "/etc/krb5.keytab",
  // Sockets of daemons, and secrets that container runtimes put there. A read-only mount does not keep anybody from a socket.
  "/run",
  "/var/run",
  "/var/lib/lxd",
  "/var/lib/incus",
  "/var/snap/lxd/common/lxd",
];

/** The same of a person, below the home folder. */
const HOME_SECRETS = [
  ".ssh",
  ".gnupg",
  ".aws",
  ".azure",
  ".config/gcloud",
  ".config/gh",
  ".config/glab-cli",
  ".config/hub",
  ".config/op",
  ".config/doctl",
  ".config/rclone",
  ".config/age",
  ".config/sops",
  ".config/github-copilot",
  ".config/claude",
  ".config/opencode",
  ".kube",
  ".docker",
  ".netrc",
  ".npmrc",
  ".yarnrc.yml",
  ".pypirc",
  ".pgpass",
  ".my.cnf",
  ".git-credentials",
  ".config/git/credentials",
  ".cargo/credentials",
  ".cargo/credentials.toml",
  ".gem/credentials",
  ".m2/settings.xml",
  ".terraform.d/credentials.tfrc.json",
  ".vault-token",
  ".password-store",
  ".local/share/keyrings",
  ".claude",
  ".claude.json",
  ".codex",
  ".gemini",
  ".cursor",
  ".aider.conf.yml",
  ".local/share/opencode",
  ".bash_history",
  ".zsh_history",
];

/** Entries of a folder that are masked one by one at most: more than that, and a workspace in there is refused by its self-test. */
const MAX_ENTRIES = 1000;

/** The walls before all secrets that this machine has, apart from what is kept: the workspace, wherever it lies. */
export function secretWalls({ keep }: { readonly keep: readonly string[] }): readonly Wall[] {
  const homes = [...new Set([homedir(), "/root", ...namesIn("/home").map((name) => join("/home", name))])];
  const places = [
    ...MACHINE_SECRETS,
    ...homes.flatMap((home) => HOME_SECRETS.map((name) => join(home, name))),
    ...statePlaces("."),
  ];
  const masked = [...new Set(places.filter(isThere).map(realPath))];
  return masked
    .filter((path) => !masked.some((other) => isBelow(path, other)))
    .flatMap((path) => maskAround(path, keep));
}

/** Masks a path; where something that is kept lies in it, everything beside that. */
export function maskAround(path: string, keep: readonly string[]): readonly Wall[] {
  if (keep.includes(path)) return [];
  const kind = kindAt(path);
  if (kind === undefined) return [];
  if (!keep.some((kept) => isBelow(kept, path))) return [{ kind: `masked_${kind}`, path }];
  return namesIn(path)
    .slice(0, MAX_ENTRIES)
    .flatMap((name) => maskAround(join(path, name), keep));
}

/** Whether a path lies below another. */
export function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder === "/" ? "/" : `${folder}/`) && path !== folder;
}

function kindAt(path: string): "file" | "folder" | undefined {
  try {
    // A link shows what stands at its end, and that has a path of its own.
    const entry = lstatSync(path);
    return entry.isSymbolicLink() ? undefined : entry.isDirectory() ? "folder" : "file";
  } catch (error) {
    if (codeOf(error) !== undefined) return undefined;
    throw error;
  }
}

/** What we cannot see, a command of the same user cannot see either. */
function isThere(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch (error) {
    if (codeOf(error) !== undefined) return false;
    throw error;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (codeOf(error) !== undefined) return [];
    throw error;
  }
}
