import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { ROOT } from "../support/root.ts";
import { type Ended, type ProcessOptions, runProcess } from "../support/run-process.ts";

/** The names the program is installed under (H06). */
export const NAMES = ["tusk", "premath"] as const;
export type Name = (typeof NAMES)[number];

const manifest: { readonly version: string } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
/** This clone's version. */
export const VERSION: string = manifest.version;

/** Runs the program from the clone, as a person would, with pipes on all streams. */
export function program(name: Name, args: readonly string[], options: ProcessOptions = {}): Promise<Ended> {
  return runProcess(join(ROOT, "bin", name), args, options);
}

export const tusk = (args: readonly string[], options?: ProcessOptions): Promise<Ended> =>
  program("tusk", args, options);
export const premath = (args: readonly string[], options?: ProcessOptions): Promise<Ended> =>
  program("premath", args, options);

/** What Node prints when nobody caught an error; nothing of it is for a person. */
const STACK_TRACE = /^\s+at |node:internal|Node\.js v\d|UnhandledPromise/m;

/** The program refused its input: exit code 2, nothing on standard output, one sentence on standard error. */
export function expectRefused(ended: Ended, sentence: string): void {
  expect(ended).toEqual({ code: 2, stdout: "", stderr: `${sentence}\n` });
}

/** No error shows the insides of the program. */
export function expectNoStackTrace(ended: Ended): void {
  expect(ended.stderr).not.toMatch(STACK_TRACE);
}

const SCRIPT = "/usr/bin/script";
/** Why terminal tests cannot run here, or undefined when they can. */
export const NO_TERMINAL: string | undefined = existsSync(SCRIPT) ? undefined : "script(1) of util-linux is missing";

/** Runs a shell command on a terminal of its own; what it shows, line ends as on a pipe. */
export async function onTerminal(command: string, env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const { NO_COLOR: _dropped, ...inherited } = process.env;
  const ended = await runProcess(SCRIPT, ["-qec", command, "/dev/null"], {
    env: { ...inherited, TERM: "xterm-256color", SHELL: "/bin/sh", ...env },
  });
  return { ...ended, stdout: ended.stdout.replaceAll("\r\n", "\n") };
}
