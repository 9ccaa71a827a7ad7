import type { ReadShell, ShellReading } from "#kernel";
import { bashGrammar } from "./grammar.ts";
import { readScript } from "./read-script.ts";

/** A longer command is not read at all. */
const MOST_CHARACTERS = 32_768;

/** Characters that show a person something else than the shell reads: control characters, bidirectional and invisible ones. */
const DECEPTIVE =
  /[\0-\x08\x0b-\x1f\x7f-\xa0\u1680\u2000-\u200f\u2028-\u202f\u205f\u3000\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u;

/** Loads the grammar and gives what reads commands with it: every simple command word by word, or one sentence why not. */
export async function openShellReader(): Promise<ReadShell> {
  const parser = await bashGrammar();
  const read = (command: string, depth: number): ShellReading => {
    if (command.length > MOST_CHARACTERS) return unread(`it is longer than ${MOST_CHARACTERS} characters`);
    if (!command.isWellFormed() || DECEPTIVE.test(command)) return unread("it holds characters that are not seen");
    const tree = parser.parse(command);
    if (tree === null) return unread("it cannot be parsed");
    try {
      return readScript(tree.rootNode, command, (inner) =>
        depth < 3 ? read(inner, depth + 1) : unread("it is nested too deep"),
      );
    } finally {
      tree.delete();
    }
  };
  return (command) => read(command, 0);
}

function unread(why: string): ShellReading {
  return { script: undefined, unclear: [why] };
}
