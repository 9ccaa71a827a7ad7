import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A real repository of a test. */
export interface GitRepository {
  readonly root: string;
  readonly state: string;
  /** Runs git there, or in another folder; what it printed. Throws when it fails. */
  readonly git: (words: readonly string[], folder?: string) => string;
  /** Writes a file, and the folders above it. */
  readonly write: (path: string, content: string, folder?: string) => void;
}

const ENV = { HOME: "/nowhere", PATH: process.env["PATH"], GIT_CONFIG_NOSYSTEM: "1" };

/** Makes one below a folder, with one commit on `main` unless it is to be empty. */
export function gitRepository(below: string, { isEmpty = false }: { readonly isEmpty?: boolean } = {}): GitRepository {
  const root = mkdtempSync(join(below, "repository-"));
  const git = (words: readonly string[], folder = root): string => {
    const end = spawnSync("git", words, { cwd: folder, env: ENV, encoding: "utf8" });
    if (end.status !== 0) throw new Error(`git ${words.join(" ")}: ${end.stderr}`);
    return end.stdout.trim();
  };
  const write = (path: string, content: string, folder = root): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  git(["init", "-q", "-b", "main"]);
  git(["config", "user.name", "Ada"]);
  git(["config", "user.email", "ada@example.test"]);
  write(".gitignore", ".premath/\nnode_modules/\n");
  write("a.txt", "one\n");
  write("src/b.txt", "two\n");
  if (!isEmpty) {
    git(["add", "."]);
    git(["commit", "-qm", "first"]);
  }
  return { root, state: join(root, ".premath"), git, write };
}
