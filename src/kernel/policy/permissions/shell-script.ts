/** One word of a command, quotes and escapes taken off. `glob`: an unquoted wildcard in it stands for names nobody knows yet. */
export interface ShellWord {
  readonly text: string;
  readonly glob: boolean;
}

/** One simple command. `words` ends where the first word could not be resolved (`whole` is false then). */
export interface ShellCommand {
  readonly kind: "command";
  readonly words: readonly ShellWord[];
  readonly whole: boolean;
  /** Files that are given to it as standard input. */
  readonly inputs: readonly ShellWord[];
  /** As it stands in the script. */
  readonly source: string;
}

/** The commands of a script as they follow each other. `apart`: each part runs in a shell of its own (pipelines, subshells). */
export type ShellNode =
  | ShellCommand
  | { readonly kind: "join"; readonly link: "and" | "or" | "then"; readonly left: ShellNode; readonly right: ShellNode }
  | { readonly kind: "apart"; readonly parts: readonly ShellNode[] };

/** A script as far as it was understood. `unclear` says what was not, one sentence each; a script is resolved only when it is empty. */
export interface ShellReading {
  readonly script: ShellNode | undefined;
  readonly unclear: readonly string[];
}

/** Reads a shell command. Total: what it cannot read is `unclear`. */
export type ReadShell = (command: string) => ShellReading;

/** The commands of a script in the order in which they are written. */
export function leavesOf(node: ShellNode | undefined): readonly ShellCommand[] {
  if (node === undefined) return [];
  switch (node.kind) {
    case "command":
      return [node];
    case "join":
      return [...leavesOf(node.left), ...leavesOf(node.right)];
    case "apart":
      return node.parts.flatMap(leavesOf);
    default:
      return node satisfies never;
  }
}

/** What a shell is given to run by `bash -c <text>` and nothing else; undefined for any other command. */
export function shellCommandText({ words, whole, inputs }: ShellCommand): string | undefined {
  const [shell, option, script, ...more] = words;
  if (!whole || more.length > 0 || inputs.length > 0 || script === undefined || script.glob) return undefined;
  const isShell = shell?.text === "bash" || shell?.text === "sh";
  return isShell && (option?.text === "-c" || option?.text === "-lc") ? script.text : undefined;
}
