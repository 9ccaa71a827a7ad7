import { operandsFit } from "./judge-operands.ts";
import type { PlacedCommand, Places } from "./place.ts";
import type { CommandPattern, PermissionEffect } from "./rule-set.ts";
import { isReadable } from "./sensitive-path.ts";
import type { ShellWord } from "./shell-script.ts";
import { splitOptions } from "./split-options.ts";

/** Whether a rule of this effect speaks of a command. To allow, everything about it must be known and fit; to ask or deny, its words are enough. */
export function matchesCommand(placed: PlacedCommand, pattern: CommandPattern, effect: PermissionEffect): boolean {
  const { words, whole } = placed.command;
  if (!beginsWith(words, pattern)) return false;
  const rest = words.slice(pattern.words.length);
  const split = splitOptions(rest, pattern.options, pattern);
  if (effect !== "allow") return pattern.options === undefined || split !== undefined;
  return whole && split !== undefined && runsAt(placed.places, pattern.at) && operandsFit(split, pattern, placed);
}

/** Whether a command begins with a pattern's words, whatever follows. */
export function beginsWith(words: readonly ShellWord[], pattern: CommandPattern): boolean {
  // A plain loop: every pattern is held against every command.
  for (let at = 0; at < pattern.words.length; at++) {
    if (!isWord(words[at], pattern.words[at] ?? [])) return false;
  }
  return true;
}

function isWord(word: ShellWord | undefined, wanted: string | readonly string[]): boolean {
  if (word === undefined || word.glob) return false;
  return typeof wanted === "string" ? word.text === wanted : wanted.includes(word.text);
}

function runsAt(places: Places, at: CommandPattern["at"] = "workspace"): boolean {
  if (places === undefined) return false;
  switch (at) {
    case "root":
      return places.every(({ inside, parts }) => inside && parts.length === 0);
    case "workspace":
      return places.every(({ inside }) => inside);
    case "anywhere":
      return places.every((place) => isReadable(place));
    default:
      return at satisfies never;
  }
}
