import { protectedBy } from "../protected-paths.ts";
import { type Place, type Places, placeOf } from "./place.ts";
import { isPrintingAwk, isPrintingJq, isPrintingSed } from "./printing-script.ts";
import type { CommandPattern, OperandRule, PermissionEffect } from "./rule-set.ts";
import { globsSecret, isReadable, namesSecret } from "./sensitive-path.ts";
import type { ShellCommand, ShellWord } from "./shell-script.ts";
import { type SplitWords, splitOptions } from "./split-options.ts";

/** A command where it runs. */
export interface PlacedCommand {
  readonly command: ShellCommand;
  readonly places: Places;
  /** The workspace's root as an absolute path, where it is known. */
  readonly root: string | undefined;
}

/** Whether a rule of this effect speaks of a command. To allow, everything about it must be known and fit; to ask or deny, its words are enough. */
export function matchesCommand(placed: PlacedCommand, pattern: CommandPattern, effect: PermissionEffect): boolean {
  const { words, whole } = placed.command;
  if (!beginsWith(words, pattern)) return false;
  const rest = words.slice(pattern.words.length);
  const split = splitOptions(rest, pattern.options);
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
      return places.every(isReadable);
    default:
      return at satisfies never;
  }
}

function operandsFit(split: SplitWords, pattern: CommandPattern, placed: PlacedCommand): boolean {
  const { operands = "paths", max_operands: most = Infinity, instead = [] } = pattern;
  if (split.operands.length > most) return false;
  const hasScript = !instead.some((name) => split.given.has(name));
  const paths = pathsIn(split.operands, operands, hasScript);
  if (paths === undefined) return false;
  const named = [...paths, ...placed.command.inputs, ...(operands === "text" ? [] : split.optionValues)];
  return named.every((word) => (operands === "changes" ? mayChange(word, placed) : mayRead(word, placed)));
}

/** Whether a script of these programs only prints. */
const PRINTING = { sed: isPrintingSed, awk: isPrintingAwk, jq: isPrintingJq };

/** The operands that are paths; undefined when what stands before them is not a script that only prints. */
function pathsIn(
  operands: readonly ShellWord[],
  rule: OperandRule,
  hasScript: boolean,
): readonly ShellWord[] | undefined {
  const [first, ...rest] = operands;
  switch (rule) {
    case "text":
      return [];
    case "paths":
    case "changes":
      return operands;
    case "pattern":
      return hasScript ? rest : operands;
    case "sed":
    case "awk":
    case "jq":
      return first !== undefined && !first.glob && PRINTING[rule](first.text) ? rest : undefined;
    default:
      return rule satisfies never;
  }
}

function mayRead(word: ShellWord, placed: PlacedCommand): boolean {
  if (word.text === "-") return true;
  if (namesSecret(word.text) || (word.glob && globsSecret(word.text))) return false;
  return everyPlace(word, placed, isReadable);
}

/** Named, in the workspace, and nothing that only a person changes. */
function mayChange(word: ShellWord, placed: PlacedCommand): boolean {
  if (word.glob || namesSecret(word.text)) return false;
  const texts = word.text.split(/[=:,]/).filter((text) => text !== "");
  return texts.every((text) =>
    everyPlace({ text, glob: false }, placed, ({ inside, parts }) => inside && protectedBy(parts) === undefined),
  );
}

function everyPlace({ text }: ShellWord, { places, root }: PlacedCommand, holds: (place: Place) => boolean): boolean {
  if (places === undefined) return false;
  if (text === "") return true;
  return places.every((from) => {
    const place = placeOf(text, from, root);
    return place !== undefined && holds(place);
  });
}
