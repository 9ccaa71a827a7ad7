// Writes the generated parts of docs/journal.md: what the rows of a session and of a worker say, kind by kind.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { HARNESS_ROWS, SESSION_ROWS } from "#kernel";

const page = fileURLToPath(new URL("../docs/journal.md", import.meta.url));

type Node = (typeof SESSION_ROWS)["input.given"]["form"]["node"];
type Forms = Readonly<Record<string, { readonly means: string; readonly form: { readonly node: Node } }>>;

/** What each part is about, and its rows. */
const PARTS: Readonly<Record<string, readonly [about: string, forms: Forms]>> = {
  runtime: [
    "The session's, in the order in which a step writes them; `tusk schema tusk.session.v1` has the form of each:",
    SESSION_ROWS,
  ],
  harness: [
    "The worker's, in the order in which boot, step and stop write them; `tusk schema tusk.harness.row.v1` has the form of each:",
    HARNESS_ROWS,
  ],
};

function kindsTable(forms: Forms): string {
  const rows = Object.entries(forms).map(([kind, { means, form }]) => {
    return `| \`${kind}\` | ${membersOf(form.node)} | ${means} |`;
  });
  return ["| kind | members | what it says |", "|---|---|---|", ...rows].join("\n");
}

function membersOf(node: Node): string {
  if (node.kind !== "record") return "";
  const named = [...node.fields].filter(([name]) => name !== "kind");
  return named.map(([name, { optional }]) => `\`${name}${optional ? "?" : ""}\``).join(", ");
}

/** The page with its tables made anew; a test holds the committed page against it. */
export function journalPage(text: string): string {
  return Object.entries(PARTS).reduce((page_, [name, [about, forms]]) => {
    const [open, close] = ["begin", "end"].map((word) => `<!-- event kinds of the ${name}: ${word} -->`);
    const part = new RegExp(`(${open}\n)[\\s\\S]*?(${close})`);
    return page_.replace(part, () => `${open}\n\n${about}\n\n${kindsTable(forms)}\n\n${close}`);
  }, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(page, journalPage(readFileSync(page, "utf8")));
