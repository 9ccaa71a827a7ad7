import { existsSync } from "node:fs";
import { byCodePoint } from "#kernel";

const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** All of a command's environment: fixed values, and of ours only what was named (SECURITY 1.5: an allow-list, never a deny-list). */
export function commandEnvironment(home: string, named: readonly string[]): Readonly<Record<string, string>> {
  const own = named.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { PATH, HOME: home, LANG: "C.UTF-8", TERM: "dumb", TMPDIR: "/tmp", ...Object.fromEntries(own) };
}

/** The names in an environment, in order. */
export function environmentNames(env: Readonly<Record<string, string>>): readonly string[] {
  return Object.keys(env).toSorted(byCodePoint);
}

/** A shell as it is called (seed 004): bash where there is one. */
export function loginShell(): string {
  return existsSync("/bin/bash") ? "/bin/bash" : "/bin/sh";
}

/** The words that run a command text; a text that begins with a dash is no option. */
export function shellWords(shell: string, text: string): readonly string[] {
  return [shell, "-lc", "--", text];
}
