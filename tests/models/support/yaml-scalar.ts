/** The text of every `string:` in a YAML file: cassettes keep the bodies of streams so. Folded lines, escapes and literal blocks are read. */
export function yamlStrings(yaml: string): readonly string[] {
  const lines = yaml.split("\n");
  return lines.flatMap((line, at) => {
    const found = /^(\s*)string: (.*)$/.exec(line);
    if (found === null) return [];
    const [, indent = "", first = ""] = found;
    const rest = lines.slice(at + 1);
    if (/^\|[+-]?$/.test(first)) return [literal(rest, indent.length)];
    if (first.startsWith("'")) return [single([first, ...rest])];
    return first.startsWith('"') ? [double([first, ...rest])] : [];
  });
}

function literal(lines: readonly string[], indent: number): string {
  const end = lines.findIndex((line) => line.trim() !== "" && line.search(/\S/) <= indent);
  const block = lines.slice(0, end === -1 ? undefined : end);
  const own = Math.min(...block.filter((line) => line.trim() !== "").map((line) => line.search(/\S/)));
  return `${block.map((line) => line.slice(own)).join("\n")}\n`;
}

/** Lines of a quoted text: one break is a space, an empty line a break. */
function folded(text: string): string {
  return text.replaceAll(/[ \t]*\n[ \t]*((?:\n[ \t]*)*)/g, (_all, more: string) =>
    more === "" ? " " : "\n".repeat(more.split("\n").length - 1),
  );
}

function single(lines: readonly string[]): string {
  const body = /^'((?:[^']|'')*)'/.exec(lines.join("\n"))?.[1] ?? "";
  return folded(body).replaceAll("''", "'");
}

function double(lines: readonly string[]): string {
  const body = /^"((?:[^"\\]|\\[^])*)"/.exec(lines.join("\n"))?.[1] ?? "";
  // A backslash before a break takes the break out, and one at the beginning of the next line keeps its space.
  const joined = folded(body.replaceAll(/\\\n[ \t]*/g, "\u0000")).replaceAll("\u0000", "");
  return joined.replaceAll(
    /\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[^])/g,
    (_all, code: string) =>
      ESCAPES[code] ?? (code.length > 1 ? String.fromCodePoint(Number.parseInt(code.slice(1), 16)) : code),
  );
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", "0": "\0" };
