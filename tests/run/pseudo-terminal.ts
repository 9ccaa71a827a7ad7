import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { onTestFinished } from "vitest";
import { type Place, shellLine, TUSK } from "./place.ts";

const SCRIPT = "/usr/bin/script";
/** Why nothing can be typed here, or undefined when it can. */
export const NO_TERMINAL: string | undefined = existsSync(SCRIPT) ? undefined : "script(1) of util-linux is missing";

/** Colours and moves of the cursor. */
// oxlint-disable-next-line no-control-regex -- escape sequences are what is taken out
const ESCAPES = /\u001B\[[0-?]*[ -/]*[@-~]/g;

/** How a terminal is. */
export interface TerminalOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** A program on a terminal of its own, in front of somebody who types. */
export interface PseudoTerminal {
  type(text: string): void;
  /** Everything that was shown so far, escape sequences and all. */
  readonly raw: () => string;
  /** Resolves once what was shown since the last time, escape sequences left out, has this in it. */
  until(pattern: RegExp): Promise<string>;
  /** How the program ended. */
  readonly ended: Promise<number | null>;
  /** The process whose child the program is. */
  readonly pid: number;
}

const PATIENCE_MS = 45_000;

/** Starts a run on a terminal; whatever of it is left is ended behind the test. */
export function terminal(
  place: Place,
  args: readonly string[],
  { columns = 80, rows = 40, env = {} }: TerminalOptions = {},
): PseudoTerminal {
  return commandAt(place, place.words(...args), { columns, rows, env });
}

/** Starts any command of the program on a terminal; whatever of it is left is ended behind the test. */
export function commandAt(
  { cwd, env: own }: Pick<Place, "cwd" | "env">,
  words: readonly string[],
  { columns = 80, rows = 40, env = {} }: TerminalOptions = {},
): PseudoTerminal {
  return programAt({ cwd, env: own }, [TUSK, ...words], { columns, rows, env });
}

/** Starts any program on a terminal; whatever of it is left is ended behind the test. */
export function programAt(
  { cwd, env: own }: Pick<Place, "cwd" | "env">,
  words: readonly string[],
  { columns = 80, rows = 40, env = {} }: TerminalOptions = {},
): PseudoTerminal {
  const command = `stty cols ${columns} rows ${rows}; exec ${shellLine(words)}`;
  const child = spawn(SCRIPT, ["-qefc", command, "/dev/null"], {
    cwd,
    env: { ...own, TERM: "xterm-256color", SHELL: "/bin/sh", ...env },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return terminalOf(child);
}

function terminalOf(child: ChildProcessWithoutNullStreams): PseudoTerminal {
  let raw = "";
  let seen = 0;
  const waiting = new Set<() => void>();
  const look = (): void => {
    for (const each of waiting) each();
  };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    raw += text;
    look();
  });
  child.stdin.on("error", () => undefined);
  const ended = new Promise<number | null>((resolve) => child.on("close", (code) => resolve(code)));
  const plain = (): string => raw.replaceAll("\r\n", "\n").replaceAll(ESCAPES, "");
  return {
    type: (text) => void child.stdin.write(text),
    raw: () => raw,
    ended,
    pid: child.pid ?? 0,
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(check);
          reject(new Error(`${String(pattern)} was not shown; what was:\n${plain().slice(seen)}`));
        }, PATIENCE_MS);
        const check = (): void => {
          const found = pattern.exec(plain().slice(seen));
          if (found === null) return;
          waiting.delete(check);
          clearTimeout(timer);
          const shown = plain().slice(seen);
          seen += found.index + found[0].length;
          resolve(shown);
        };
        waiting.add(check);
        check();
      }),
  };
}
