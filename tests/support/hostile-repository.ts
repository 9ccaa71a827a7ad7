import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A repository whose settings name programs, and whether one of them was run. */
export interface HostileRepository {
  readonly root: string;
  /** A program that leaves the mark. */
  readonly program: string;
  /** Whether the mark was left since it was last asked. */
  readonly isMarked: () => boolean;
}

/** Ways in which plain git runs a program because the repository says so (SECURITY 3). */
export const HOSTILE_WAYS: readonly {
  readonly what: string;
  readonly words: readonly string[];
  readonly folder: string;
}[] = [
  { what: "a monitor at status", words: ["status"], folder: "." },
  { what: "a hook at checkout", words: ["checkout", "-q", "HEAD"], folder: "." },
  { what: "a checker of signatures at log", words: ["log", "-1"], folder: "." },
  { what: "a transport that is a command", words: ["ls-remote", "ext::./program"], folder: "." },
  { what: "a repository among the files", words: ["status"], folder: "inner" },
];

const SIGNATURE = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n";
const QUIET = { HOME: "/nowhere", PATH: process.env["PATH"], GIT_AUTHOR_NAME: "x", GIT_COMMITTER_NAME: "x" };
const ENV = { ...QUIET, GIT_AUTHOR_EMAIL: "x@example.test", GIT_COMMITTER_EMAIL: "x@example.test" };

/** Makes one in an empty folder; the mark lies beside it. */
export function hostileRepository(folder: string): HostileRepository {
  const [root, mark] = [join(folder, "ws"), join(folder, "mark")];
  const program = join(root, "program");
  const git = (words: readonly string[], input = ""): string =>
    execFileSync("git", words, { cwd: root, env: ENV, input, encoding: "utf8", stdio: "pipe" }).trim();
  mkdirSync(root);
  writeFileSync(program, `#!/bin/sh\ntouch '${mark}'\n`, { mode: 0o755 });
  writeFileSync(join(root, "file"), "own\n");
  git(["init", "-q"]);
  git(["add", "file"]);
  git(["commit", "-qm", "own"]);
  const signed = `${git(["cat-file", "commit", "HEAD"])}\n`.replace("\n\n", `\n${SIGNATURE}\n`);
  git(["reset", "-q", git(["hash-object", "-t", "commit", "-w", "--stdin"], signed)]);
  git(["init", "-q", "--bare", "inner"]);
  const settings = { "core.fsmonitor": program, "core.worktree": root, "core.bare": "false" };
  for (const [key, value] of Object.entries(settings)) git(["--git-dir=inner", "config", key, value]);
  for (const [key, value] of Object.entries(hostileSettings(program))) git(["config", key, value]);
  for (const hook of ["post-checkout", "post-index-change", "pre-commit", "reference-transaction"])
    writeFileSync(join(root, ".git/hooks", hook), `#!/bin/sh\ntouch '${mark}'\n`, { mode: 0o755 });
  writeFileSync(join(root, ".gitattributes"), "* filter=x diff=x merge=x\n");
  // Git looks into a file whose size has changed.
  writeFileSync(join(root, "file"), "changed\n");
  rmSync(mark, { force: true });
  return {
    root,
    program,
    isMarked: () => {
      const was = existsSync(mark);
      rmSync(mark, { force: true });
      return was;
    },
  };
}

function hostileSettings(program: string): Readonly<Record<string, string>> {
  return {
    "core.fsmonitor": program,
    "core.pager": program,
    "core.editor": program,
    "core.sshCommand": program,
    "core.askPass": program,
    "credential.helper": `!${program}`,
    "diff.external": program,
    "diff.x.textconv": program,
    "filter.x.clean": program,
    "filter.x.smudge": program,
    "merge.x.driver": program,
    "alias.x": `!${program}`,
    "gpg.program": program,
    "log.showSignature": "true",
    "protocol.ext.allow": "always",
    "remote.origin.url": "ext::./program",
    "user.name": `$(${program})`,
    "user.email": `x; ${program}`,
  };
}
