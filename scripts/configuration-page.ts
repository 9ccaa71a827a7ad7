// Writes the generated parts of docs/configuration.md: the keys, what the entries of maps hold, and what asks for trust.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CONFIG_KEYS, SENSITIVE_KEYS } from "#kernel";

const page = fileURLToPath(new URL("../docs/configuration.md", import.meta.url));

type Row = (typeof CONFIG_KEYS)[keyof typeof CONFIG_KEYS];
type Node = Row["schema"]["node"];
type FieldNode = Extract<Node, { kind: "record" }>["fields"] extends ReadonlyMap<string, infer F> ? F : never;

const code = (text: string): string => `\`${text}\``;

/** What a form holds, as the page says it. */
function typeText(node: Node): string {
  switch (node.kind) {
    case "words":
      return [...node.words].map(code).join(", ");
    case "constant":
      return code(JSON.stringify(node.value));
    case "shaped":
      return node.expected;
    case "count":
      return `whole number from ${node.least ?? 0}`;
    case "truth":
      return "true or false";
    case "list":
      return node.of.kind === "text" ? "list" : `list: ${typeText(node.of)}`;
    case "map":
      return node.of.kind === "text" ? "map of texts" : "map, below";
    case "text":
    case "digest":
    case "number":
    case "free":
    case "referable":
    case "nullable":
    case "variants":
    case "keyed":
    case "record":
      return node.kind;
    default:
      return node satisfies never;
  }
}

function variableText({ environment }: Row): string {
  if (environment === undefined) return "";
  return environment.means === undefined
    ? code(environment.name)
    : `${code(environment.name)} means ${code(environment.means)}`;
}

function keyRow([path, row]: readonly [string, Row]): readonly string[] {
  return [
    code(path),
    typeText(row.schema.node),
    row.fallback === undefined ? "" : code(JSON.stringify(row.fallback)),
    variableText(row),
    row.flag === undefined ? "" : code(`--${row.flag}`),
    row.summary,
    row.usedBy,
  ];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows]
    .map((cells) => `|${cells.map((cell) => (cell === "" ? " " : ` ${cell} `)).join("|")}|`)
    .join("\n");
}

/** Every field of an entry, those of its other forms too. */
function fieldsOf(node: Node): readonly (readonly [string, FieldNode])[] {
  if (node.kind === "keyed") return [...new Map([...node.of.values()].flatMap(fieldsOf))];
  return node.kind === "record" ? [...node.fields] : [];
}

function presence(name: string, field: FieldNode, node: Node): string {
  if (node.kind !== "keyed" || !node.of.has(name)) return field.optional ? "" : "yes";
  return `this or ${[...node.of.keys()]
    .filter((other) => other !== name)
    .map(code)
    .join(", ")}`;
}

function mapPart(path: string, { schema: { node }, entries = {} }: Row): string {
  if (node.kind !== "map" || node.of.kind === "text") return "";
  const names = typeof node.keys === "string" ? node.keys : node.keys.expected;
  const rows = fieldsOf(node.of).map(([name, field]) => [
    code(name),
    typeText(field.node),
    presence(name, field, node.of),
    entries[name] ?? "",
  ]);
  return `### ${code(path)}\n\nNames: ${names}.\n\n${table(["field", "type", "needed", "what it is"], rows)}`;
}

/** The page with its tables made anew; a test holds the committed page against it. */
export function configurationPage(text: string): string {
  const rows = Object.entries<Row>(CONFIG_KEYS);
  const parts: Readonly<Record<string, string>> = {
    keys: table(["key", "type", "default", "environment", "flag", "what it is", "used by"], rows.map(keyRow)),
    maps: rows
      .map(([path, row]) => mapPart(path, row))
      .filter((part) => part !== "")
      .join("\n\n"),
    trust: table(
      ["what it may do", "key", "asks for trust when"],
      Object.entries(SENSITIVE_KEYS).map(([path, { when, why }]) => [why, code(path), when]),
    ),
  };
  return Object.entries(parts).reduce((whole, [name, made]) => {
    const part = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`);
    return whole.replace(part, (_, open: string, close: string) => `${open}\n${made}\n\n${close}`);
  }, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(page, configurationPage(readFileSync(page, "utf8")));
