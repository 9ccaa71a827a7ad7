import {
  type ReadShell,
  type ShellCommand,
  shellCommandText,
  type ShellNode,
  type ShellReading,
  type ShellWord,
} from "#kernel";
import type { GrammarNode } from "./grammar.ts";
import { NOT_FOLLOWED, notFollowed } from "./not-followed.ts";
import { readRedirect } from "./read-redirect.ts";
import { type SplitCommand, splitWords } from "./split-words.ts";

/** A script's tree as commands with their words (T08). `readInner` reads what `bash -c` is given. */
export function readScript(root: GrammarNode, source: string, readInner: ReadShell): ShellReading {
  const reader = new ScriptReader(source, readInner);
  const script = reader.read(root);
  // An error anywhere may have moved every border.
  if (root.hasError) reader.unclear.add(notFollowed("ERROR"));
  return { script, unclear: [...reader.unclear] };
}

/** Kinds of nodes whose parts are commands, and what may stand between them: anything else is not understood. */
const BETWEEN: Readonly<Record<string, readonly string[]>> = {
  program: [";", "\n", "comment"],
  list: ["&&", "||"],
  pipeline: ["|", "|&"],
  subshell: ["(", ")", ";", "\n", "comment"],
};

const LINKS: Readonly<Record<string, Part["link"]>> = { "&&": "and", "||": "or" };

/** A part of a script and how it follows the one before. */
interface Part {
  readonly link: "and" | "or" | "then";
  readonly node: ShellNode;
}

class ScriptReader {
  readonly unclear: Set<string> = new Set();
  readonly #source: string;
  readonly #readInner: ReadShell;
  constructor(source: string, readInner: ReadShell) {
    this.#source = source;
    this.#readInner = readInner;
  }

  read(node: GrammarNode): ShellNode | undefined {
    switch (node.type) {
      case "program":
      case "list":
        return joinAll(this.#parts(node));
      case "pipeline":
        return { kind: "apart", parts: this.#parts(node).map((part) => part.node) };
      case "subshell":
        return apart([joinAll(this.#parts(node))]);
      case "redirected_statement":
        return this.#redirected(node);
      case "command":
      case "test_command":
        return this.#command(node, []);
      default:
        this.unclear.add(notFollowed(node.type));
        return this.#below(node);
    }
  }

  /** The parts of a node that are commands. Every character between them is accounted for. */
  #parts(node: GrammarNode): readonly Part[] {
    const between = BETWEEN[node.type] ?? [];
    const parts: Part[] = [];
    let link: Part["link"] = "then";
    let end = node.startIndex;
    for (const child of node.children) {
      this.#lookBetween(end, child);
      end = child.endIndex;
      if (between.includes(child.type)) {
        link = LINKS[child.type] ?? "then";
        continue;
      }
      const read = this.read(child);
      if (read !== undefined) parts.push({ link, node: read });
    }
    return parts;
  }

  #lookBetween(end: number, child: GrammarNode): void {
    if (!isBlank(this.#source.slice(end, child.startIndex)))
      this.unclear.add("it holds text that the grammar leaves out");
    if (child.type === "comment" && !this.#isComment(child)) this.unclear.add("it holds a # that may be no comment");
  }

  /** Behind a command readers disagree on where a comment begins; behind a line end that a backslash takes away there is none. */
  #isComment({ startIndex, text }: GrammarNode): boolean {
    return /(?:^|(?<!\\)\n)[ \t]*$/.test(this.#source.slice(0, startIndex)) && !text.includes("\n");
  }

  #redirected(node: GrammarNode): ShellNode | undefined {
    const [body, ...redirects] = node.children;
    const inputs = redirects.flatMap((redirect) => this.#redirect(redirect));
    if (body?.type === "command") return this.#command(body, inputs);
    if (inputs.length > 0) this.unclear.add("it gives a file to several commands");
    const below = redirects.map((redirect) => this.#below(redirect));
    return apart([body === undefined ? undefined : this.read(body), ...below], "unless one");
  }

  #redirect(node: GrammarNode): readonly ShellWord[] {
    const inputs = readRedirect(node.type, this.#source.slice(node.startIndex, node.endIndex));
    if (inputs === undefined) this.unclear.add(notFollowed(node.type));
    // Of `{x}>f` bash makes a variable, and no word.
    if (!/[ \t\n]/.test(this.#source[node.startIndex - 1] ?? " "))
      this.unclear.add("it holds a redirection that touches a word");
    return inputs ?? [];
  }

  #command(node: GrammarNode, inputs: readonly ShellWord[]): ShellNode {
    const redirect = node.children.find(isRedirect);
    if (redirect !== undefined && redirect !== node.children.at(-1))
      this.unclear.add("it redirects in the middle of a command");
    const more = redirect === undefined ? [] : this.#redirect(redirect);
    const start = node.children.find((child) => !isIdleAssignment(child))?.startIndex ?? node.startIndex;
    const source = this.#source.slice(start, redirect?.startIndex ?? node.endIndex);
    const split = splitWords(source);
    const whole = split.whole && agrees(node, split, start);
    const command: ShellCommand = {
      kind: "command",
      words: split.words,
      whole,
      inputs: [...inputs, ...more],
      source: source.trim(),
    };
    if (whole) return this.#shell(command) ?? command;
    this.#explain(node);
    return apart([command, this.#below(node)], "unless one") ?? command;
  }

  /** What `bash -c` runs, in a shell of its own. */
  #shell(command: ShellCommand): ShellNode | undefined {
    const text = shellCommandText(command);
    if (text === undefined) return undefined;
    const { script, unclear } = this.#readInner(text);
    for (const why of unclear) this.unclear.add(why);
    return script === undefined ? undefined : { kind: "apart", parts: [script] };
  }

  /** The commands in a part that is not followed, for rules that deny. */
  #below(node: GrammarNode): ShellNode | undefined {
    return apart(
      node.children
        .filter(({ isNamed }) => isNamed)
        .map((child) => (COMMANDS.has(child.type) ? this.read(child) : this.#below(child))),
    );
  }

  #explain(node: GrammarNode): void {
    const odd = node.descendantsOfType(ODD_WORDS);
    if (odd.length === 0) this.unclear.add("it holds a word that cannot be resolved");
    for (const { type } of odd) this.unclear.add(notFollowed(type));
  }
}

/** Nodes that are read wherever they stand. */
const COMMANDS: ReadonlySet<string> = new Set([
  "command",
  "redirected_statement",
  "pipeline",
  "list",
  "subshell",
  "test_command",
]);

/** Nodes that make a word something else than it looks. The grammar's own mark for an error is none that it can search for. */
const ODD_WORDS: string[] = Object.keys(NOT_FOLLOWED).filter((kind) => kind !== "ERROR" && kind !== "&");

/** Nodes that are one word of a command. */
const WORDS: ReadonlySet<string> = new Set(["command_name", "word", "number", "string", "raw_string", "concatenation"]);

/** Assignments before a command that change nothing but how it prints. */
const IDLE_ASSIGNMENTS: ReadonlySet<string> = new Set([
  "LC_ALL=C",
  "LANG=C",
  "GIT_PAGER=cat",
  "PAGER=cat",
  "NO_COLOR=1",
]);

function isIdleAssignment({ type, text }: GrammarNode): boolean {
  return type === "variable_assignment" && IDLE_ASSIGNMENTS.has(text);
}

function isRedirect({ type }: GrammarNode): boolean {
  return type.endsWith("redirect");
}

/** Whether the grammar sees the same words as we do: as many, each beginning and ending at the same place. */
function agrees(node: GrammarNode, { words, spans }: SplitCommand, begin: number): boolean {
  // The grammar takes a test apart; its words are ours alone.
  if (node.type === "test_command") return words[0]?.text === "[";
  const seen = node.children.filter((child) => !isRedirect(child) && child.startIndex >= begin);
  return (
    seen.length === spans.length &&
    seen.every(({ type, text, startIndex, endIndex }, at) => {
      const [start = -1, end = -1] = spans[at] ?? [];
      const isWord = WORDS.has(type) || text === "$?";
      return isWord && startIndex === begin + start && endIndex === begin + end;
    })
  );
}

/** Blanks, line ends, and line ends that a backslash takes away. */
function isBlank(text: string): boolean {
  return /^(?:[ \t\n]|\\\n)*$/.test(text);
}

function joinAll([first, ...rest]: readonly Part[]): ShellNode | undefined {
  if (first === undefined) return undefined;
  return rest.reduce<ShellNode>((left, { link, node: right }) => ({ kind: "join", link, left, right }), first.node);
}

/** Those parts that there are, each in a shell of its own; `unless one`: a single one stays where it is. */
function apart(parts: readonly (ShellNode | undefined)[], single?: "unless one"): ShellNode | undefined {
  const found = parts.filter((part) => part !== undefined);
  return found.length === 0 ? undefined : single && found.length === 1 ? found[0] : { kind: "apart", parts: found };
}
