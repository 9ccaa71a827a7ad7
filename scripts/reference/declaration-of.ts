import { readFileSync } from "node:fs";
import { bodyAt, endOfStatement, skipBalanced, startOfInitializer } from "./scan-source.ts";
import { classCode } from "./class-code.ts";

/** One declaration as the source has it, without bodies and values. */
export interface Declaration {
  readonly name: string;
  readonly doc: string;
  readonly code: string;
  /** Whether it has no value at run time. */
  readonly isType: boolean;
}

/** Finds the declaration of a name in the file that has it. */
export function declarationOf(file: string, name: string, { isType }: { readonly isType: boolean }): Declaration {
  const text = readFileSync(file, "utf8");
  const head = new RegExp(
    `^(?:export )?(?:declare )?(abstract )?(?:async )?(function|class|interface|type|const) ${name}\\b`,
    "m",
  ).exec(text);
  if (head === null) throw new Error(`${file} does not declare ${name}`);
  const kind = head[2] ?? "";
  const start = head.index;
  const code = codeOf(text, { kind, start, isType }).replace(/^export /, "");
  return { name, doc: docBefore(text, start), code, isType };
}

function codeOf(
  text: string,
  { kind, start, isType }: { readonly kind: string; readonly start: number; readonly isType: boolean },
): string {
  switch (kind) {
    case "function":
      return `${text.slice(start, bodyAt(text, start)).trimEnd()};`.replace(/^(export )?async /, "$1");
    case "interface":
      return text.slice(start, skipBalanced(text, text.indexOf("{", start)));
    case "type":
      return text.slice(start, endOfStatement(text, start));
    case "const":
      return `${text.slice(start, startOfInitializer(text, start)).trimEnd()};`;
    case "class":
      return classCode(text, start, { withConstructor: !isType });
    default:
      throw new Error(`a declaration of the kind ${kind}`);
  }
}

/** The doc comment right before a place, as running text; empty where there is none. */
function docBefore(text: string, at: number): string {
  const before = text.slice(0, at).trimEnd();
  if (!before.endsWith("*/")) return "";
  const open = before.lastIndexOf("/**");
  if (open === -1) return "";
  return before
    .slice(open + 3, -2)
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trim())
    .join(" ")
    .replaceAll(/\{@link ([^}]+)\}/g, "`$1`")
    .replaceAll(/\s+/g, " ")
    .trim();
}
