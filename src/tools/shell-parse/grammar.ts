import { createRequire } from "node:module";
import type { Node, Parser } from "web-tree-sitter";
import { readOwn } from "#platform";
import { PortError } from "#ports";

/** A node of the grammar's tree. */
export type GrammarNode = Node;

let known: Promise<Parser> | undefined;

/** The one parser for bash, loaded when it is first asked for. */
export function bashGrammar(): Promise<Parser> {
  known ??= loadGrammar();
  return known;
}

async function loadGrammar(): Promise<Parser> {
  try {
    const { Language, Parser: GrammarParser } = await import("web-tree-sitter");
    await GrammarParser.init();
    const parser = new GrammarParser();
    parser.setLanguage(await Language.load(grammarFile()));
    return parser;
  } catch (cause) {
    throw new PortError("shell grammar", "missing", "the grammar of bash is not installed: install tusk again", {
      cause,
    });
  }
}

/** The published package brings the compiled grammar itself; a clone has the package that it comes from. */
function grammarFile(): Uint8Array | string {
  const own = readOwn("grammars/tree-sitter-bash.wasm");
  return own.ok ? own.bytes : createRequire(import.meta.url).resolve("tree-sitter-bash/tree-sitter-bash.wasm");
}
