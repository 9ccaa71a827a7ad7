import { createRequire } from "node:module";
import type { Node, Parser } from "web-tree-sitter";
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
    const wasm = createRequire(import.meta.url).resolve("tree-sitter-bash/tree-sitter-bash.wasm");
    const parser = new GrammarParser();
    parser.setLanguage(await Language.load(wasm));
    return parser;
  } catch (cause) {
    throw new PortError("shell grammar", "missing", "the grammar of bash is not installed: install tusk again", {
      cause,
    });
  }
}
