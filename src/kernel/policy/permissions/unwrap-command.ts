import { filePlaceOf, type PlacedCommand } from "./place.ts";
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

/** The command that is really run, where it is run: `git -C sub log` is `git log` in that folder. */
export function unwrapPlaced(placed: PlacedCommand): PlacedCommand {
  const command = unwrapCommand(placed.command);
  const { words } = command;
  const [program, option, folder] = words;
  if (program?.text !== "git" || option?.text !== "-C" || folder === undefined || folder.glob)
    return command === placed.command ? placed : { ...placed, command };
  const found = (placed.places ?? [undefined]).map((from) => from && filePlaceOf(folder.text, from, placed.root));
  const places = found.filter((place) => place !== undefined);
  return unwrapPlaced({
    ...placed,
    places: places.length === found.length ? places : undefined,
    command: { ...command, words: [program, ...words.slice(3)] },
  });
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
