import { namesSecret } from "./sensitive-path.ts";
import type { ShellCommand } from "./shell-script.ts";

/** Programs that show no more of what `find` gives them than `grep -r` shows. */
const SHOWN_BY: ReadonlySet<string> = new Set("grep egrep fgrep wc ls stat file du basename dirname".split(" "));

/** What a command runs: itself, or `find … -exec grep … {} +` as a search and a command of its own, so that each is judged. */
export function splitFind(command: ShellCommand): readonly ShellCommand[] {
  const { words, whole } = command;
  const start = words.findIndex(({ text }) => text === "-exec");
  const end = words.findIndex(({ text }, at) => at > start && (text === ";" || text === "+"));
  if (words[0]?.text !== "find" || !whole || start < 0 || end < 0) return [command];
  const inner = words.slice(start + 1, end);
  const outer = [...words.slice(0, start), ...words.slice(end + 1)];
  if (!SHOWN_BY.has(inner[0]?.text ?? "") || words.some(({ glob }) => glob)) return [command];
  // What is looked for by the name of a secret is read by it.
  if (outer.some(({ text }) => namesSecret([text], "program") || text.split("/").includes(".git"))) return [command];
  if (words[end]?.text === "+" && inner.at(-1)?.text !== "{}") return [command];
  // Only whole: a part of a word would be another path than the one that was found.
  if (words.some(({ text }) => text !== "{}" && text.includes("{}"))) return [command];
  if (outer.some(({ text }) => /^-i?regex$/.test(text))) return [command];
  return [
    { ...command, words: outer },
    { ...command, words: inner, inputs: [] },
  ];
}
