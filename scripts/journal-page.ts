// Writes the generated part of docs/journal.md: what the rows of a session say, kind by kind.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { SESSION_ROWS } from "#kernel";

const page = fileURLToPath(new URL("../docs/journal.md", import.meta.url));
const PART = /(<!-- event kinds of the runtime: begin -->\n)[\s\S]*?(<!-- event kinds of the runtime: end -->)/;

function kindsTable(): string {
  const rows = Object.entries(SESSION_ROWS).map(([kind, { means, form }]) => {
    return `| \`${kind}\` | ${membersOf(form.node)} | ${means} |`;
  });
  return ["| kind | members | what it says |", "|---|---|---|", ...rows].join("\n");
}

function membersOf(node: (typeof SESSION_ROWS)["input.given"]["form"]["node"]): string {
  if (node.kind !== "record") return "";
  const named = [...node.fields].filter(([name]) => name !== "kind");
  return named.map(([name, { optional }]) => `\`${name}${optional ? "?" : ""}\``).join(", ");
}

/** The page with its table made anew; a test holds the committed page against it. */
export function journalPage(text: string): string {
  return text.replace(PART, (_, open: string, close: string) => {
    const about =
      "The session's, in the order in which a step writes them; `tusk schema tusk.session.v1` has the form of each:";
    return `${open}\n${about}\n\n${kindsTable()}\n\n${close}`;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(page, journalPage(readFileSync(page, "utf8")));
