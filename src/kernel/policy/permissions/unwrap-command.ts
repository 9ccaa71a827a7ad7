import type { ShellCommand, ShellWord } from "./shell-script.ts";

/** Options of a program that change nothing about what the rest does, and may stand before its first word. */
const IDLE_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  git: ["--no-pager", "-P", "--no-optional-locks"],
};

/** Programs that run the rest of their words as a command, and what must stand between. */
const WRAPPERS: Readonly<Record<string, readonly RegExp[]>> = {
  command: [],
  time: [],
  timeout: [/^\d+(?:\.\d+)?[smh]?$/],
};

/** The command that is really run: `timeout 60 git --no-pager log` is `git log`. Anything between that is not in the tables stays. */
export function unwrapCommand(command: ShellCommand): ShellCommand {
  let words = command.words;
  for (let inner = unwrapped(words); inner !== undefined; inner = unwrapped(words)) words = inner;
  return words === command.words ? command : { ...command, words };
}

function unwrapped([program, ...rest]: readonly ShellWord[]): readonly ShellWord[] | undefined {
  if (program === undefined || program.glob) return undefined;
  const idle = Object.hasOwn(IDLE_OPTIONS, program.text) ? IDLE_OPTIONS[program.text] : undefined;
  if (idle?.includes(rest[0]?.text ?? "") === true) return [program, ...rest.slice(1)];
  const between = Object.hasOwn(WRAPPERS, program.text) ? WRAPPERS[program.text] : undefined;
  if (between === undefined || !between.every((form, at) => form.test(rest[at]?.text ?? ""))) return undefined;
  const inner = rest.slice(between.length);
  // Its own options are for a rule to know.
  return inner.length === 0 || inner[0]?.text.startsWith("-") === true ? undefined : inner;
}
