import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CONFIG_KEYS } from "#kernel";
import { ROOT } from "../support/root.ts";

const page = readFileSync(join(ROOT, "docs/configuration.md"), "utf8");

type Row = (typeof CONFIG_KEYS)[keyof typeof CONFIG_KEYS];

const code = (text: string): string => `\`${text}\``;

/** What a key holds, as the page says it. */
function typeText({ schema: { node } }: Row): string {
  if (node.kind === "words") return [...node.words].map(code).join(", ");
  return node.kind === "constant" ? code(JSON.stringify(node.value)) : node.kind;
}

function variableText({ environment }: Row): string {
  if (environment === undefined) return "";
  return environment.means === undefined
    ? code(environment.name)
    : `${code(environment.name)} means ${code(environment.means)}`;
}

/** The row of the page that a row of the table makes. */
function pageRow([path, row]: readonly [string, Row]): string {
  const cells = [
    code(path),
    typeText(row),
    row.fallback === undefined ? "" : code(JSON.stringify(row.fallback)),
    variableText(row),
    row.flag === undefined ? "" : code(`--${row.flag}`),
    row.summary,
    row.usedBy,
  ];
  return `|${cells.map((cell) => (cell === "" ? " " : ` ${cell} `)).join("|")}|`;
}

test("the page's table is the table of keys, row by row", () => {
  const rows = page.split("\n").filter((line) => line.startsWith("| `"));
  expect(rows).toEqual(Object.entries<Row>(CONFIG_KEYS).map(pageRow));
});
