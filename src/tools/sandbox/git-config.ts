/** One setting of a repository: `core.hookspath`, or `includeif.gitdir:x.path`; section and name are without case. */
export interface GitSetting {
  readonly key: string;
  readonly value: string;
}

const SECTION = /\[[ \t]*([\w.-]+)[ \t]*(?:"((?:[^"\\\n]|\\[^\n])*)")?[ \t]*\]/y;
const NAME = /[A-Za-z][\w-]*/y;
const BLANK = /(?:[ \t\r\n]|[#;][^\n]*)+/y;

/**
 * Reads a settings file as git does: sections and settings on one line, comments, quotes in the middle of a value, escapes, lines that a
 * backslash continues. What is no such file ends the reading: git would not take it either.
 */
export function readGitConfig(text: string): readonly GitSetting[] {
  const settings: GitSetting[] = [];
  let section = "";
  let at = text.startsWith("\ufeff") ? 1 : 0;
  while (at < text.length) {
    at = behind(BLANK, text, at) ?? at;
    const head = matchAt(SECTION, text, at);
    if (head !== undefined) {
      const [whole, name = "", sub] = head;
      section = sub === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${sub.replaceAll(/\\(.)/g, "$1")}`;
      at += whole.length;
      continue;
    }
    const name = matchAt(NAME, text, at)?.[0];
    if (name === undefined) return settings;
    const { value, end } = readValue(text, at + name.length);
    settings.push({ key: `${section}.${name.toLowerCase()}`, value });
    at = end;
  }
  return settings;
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b", '"': '"', "\\": "\\" };

/** The value behind a name, to the end of its line; a name alone is true. */
function readValue(text: string, start: number): { readonly value: string; readonly end: number } {
  let at = behind(/[ \t]*/y, text, start) ?? start;
  if (text[at] !== "=") return { value: "true", end: lineEnd(text, at) };
  at = behind(/[ \t]*/y, text, at + 1) ?? at + 1;
  let value = "";
  /** Blanks count only between what is said, also behind a line that was continued. */
  let blanks = "";
  let quoted = false;
  for (; at < text.length; at++) {
    const char = text[at] ?? "";
    if (char === "\n" || (!quoted && (char === "#" || char === ";"))) break;
    if (!quoted && /[ \t\r]/.test(char)) {
      blanks += value === "" ? "" : char;
      continue;
    }
    // Whatever it is, a quote or a continued line too, something follows the blanks.
    value += blanks;
    blanks = "";
    if (char === '"') quoted = !quoted;
    else if (char === "\\") {
      at += 1;
      if (text[at] === "\r" && text[at + 1] === "\n") at += 1;
      if (text[at] !== "\n") value += ESCAPES[text[at] ?? ""] ?? "";
    } else value += char;
  }
  return { value, end: lineEnd(text, at) };
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
}

function matchAt(form: RegExp, text: string, at: number): RegExpExecArray | undefined {
  form.lastIndex = at;
  return form.exec(text) ?? undefined;
}

function behind(form: RegExp, text: string, at: number): number | undefined {
  const found = matchAt(form, text, at);
  return found === undefined ? undefined : at + found[0].length;
}
