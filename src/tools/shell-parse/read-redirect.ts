import type { ShellWord } from "#kernel";
import { splitWords } from "./split-words.ts";

/** Redirections that change nothing: to nowhere, from nowhere, and streams into each other. */
const HARMLESS = /^(?:[012]?>&[ \t]*[12]|(?:[12]|&)?>>?[ \t]*\/dev\/null|0?<[ \t]*\/dev\/null)$/;

/** The files that a redirection reads, none for one that changes nothing; undefined when it writes, or is not understood. */
export function readRedirect(kind: string, text: string): readonly ShellWord[] | undefined {
  if (kind === "herestring_redirect") return onlyWord(text.replace(/^0?<<</, "")) === undefined ? undefined : [];
  if (kind !== "file_redirect") return undefined;
  if (HARMLESS.test(text)) return [];
  const file = /^0?<(?![<&>(])/.test(text) ? onlyWord(text.replace(/^0?</, "")) : undefined;
  return file === undefined ? undefined : [file];
}

/** The word that a text is; undefined when it is none, several, or not plain. */
function onlyWord(text: string): ShellWord | undefined {
  const { words, whole } = splitWords(text);
  return whole && words.length === 1 ? words[0] : undefined;
}
