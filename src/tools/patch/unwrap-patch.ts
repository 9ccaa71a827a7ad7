const BEGIN = "*** Begin Patch";
const END = "*** End Patch";
const HEREDOCS: ReadonlySet<string> = new Set(["<<EOF", "<<'EOF'", '<<"EOF"']);

/** The lines between a patch's markers, without their line ends. */
export interface PatchText {
  readonly lines: readonly string[];
  /** The number that the first of them has in the text as it was given. */
  readonly firstLine: number;
}

/** What stands between the markers, also inside of a shell's here-document; a text says what is missing. */
export function unwrapPatch(patch: string): PatchText | string {
  const blank = /^\s*/.exec(patch)?.[0] ?? "";
  const lines = patch.trim().split(/\r?\n/);
  const heredoc = HEREDOCS.has(lines[0] ?? "") && lines.length >= 4 && lines.at(-1)?.endsWith("EOF") === true;
  const inner = heredoc ? lines.slice(1, -1) : lines;
  if (inner[0]?.trim() !== BEGIN) return `its first line must be "${BEGIN}"`;
  if (inner.length < 2 || inner.at(-1)?.trim() !== END) return `its last line must be "${END}"`;
  return { lines: inner.slice(1, -1), firstLine: blank.split("\n").length + (heredoc ? 2 : 1) };
}
