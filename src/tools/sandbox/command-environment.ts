import { existsSync } from "node:fs";
import { byCodePoint } from "#kernel";
import { GIT_SETTINGS } from "#platform";
import type { SandboxOptions } from "./sandbox-options.ts";

const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** Values that are the same for every command: nobody is asked, nothing is paged, and looking at a repository does not write to it. */
const FIXED: Readonly<Record<string, string>> = Object.freeze({
  PATH,
  LANG: "C.UTF-8",
  TERM: "dumb",
  TMPDIR: "/tmp",
  PAGER: "cat",
  GIT_PAGER: "cat",
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0",
  ...gitConfiguration(GIT_SETTINGS),
});

/** All of a command's environment: fixed values, of ours only what was named (SECURITY 1.5: an allow-list, never a deny-list), and what is given. */
export function commandEnvironment(
  home: string,
  { envNames = [], env = {} }: Pick<SandboxOptions, "env" | "envNames"> = {},
): Readonly<Record<string, string>> {
  const own = envNames.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...FIXED, HOME: home, ...Object.fromEntries(own), ...env };
}

/** Settings as git takes them from the environment. A command that wants others sets `GIT_CONFIG_COUNT` for itself, and stays behind its walls. */
function gitConfiguration(settings: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const rows = Object.entries(settings);
  return Object.fromEntries([
    ["GIT_CONFIG_COUNT", String(rows.length)],
    ...rows.flatMap(([key, value], at) => [
      [`GIT_CONFIG_KEY_${at}`, key],
      [`GIT_CONFIG_VALUE_${at}`, value],
    ]),
  ]);
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
