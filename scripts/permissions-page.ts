// Writes the generated parts of docs/permissions.md: the default rule sets, what holds secrets, and what commands answer.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { BUILT_IN_RULES, DEFAULT_RULE_SETS, READABLE_FILES, READABLE_ROOTS, type Rule, SECRET_NAMES } from "#kernel";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = fileURLToPath(new URL("../docs/permissions.md", import.meta.url));

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function allRules(): readonly Rule[] {
  const rules = Object.values(DEFAULT_RULE_SETS).flatMap((set) => set.rules);
  return [...new Map(rules.map((rule) => [rule.id, rule])).values()];
}

function rulesTable(): string {
  const sets = Object.entries(DEFAULT_RULE_SETS);
  const rows = allRules().map(({ id, effect, tools, why }) => [
    `\`${id}\``,
    effect,
    tools.join(", "),
    sets
      .filter(([, { rules }]) => rules.some((rule) => rule.id === id))
      .map(([name]) => name)
      .join(", "),
    why,
  ]);
  return table(["rule", "effect", "tools", "in", "why"], rows);
}

function commandsTable(): string {
  const rows = allRules().flatMap(({ id, commands }) => {
    if (commands === undefined) return [];
    const starts = commands.map(({ words }) => words.map((word) => [word].flat().join("/")).join(" "));
    return [[`\`${id}\``, starts.map((start) => `\`${start}\``).join(", ")]];
  });
  return table(["rule", "commands"], rows);
}

/** The page with its tables and answers made anew; a test holds the committed page against it. */
export function permissionsPage(text: string): string {
  const parts: Readonly<Record<string, string>> = {
    "built-in": table(
      ["name", "means"],
      Object.entries(BUILT_IN_RULES).map(([id, means]) => [`\`${id}\``, means]),
    ),
    rules: rulesTable(),
    commands: commandsTable(),
    secrets: SECRET_NAMES.map((name) => `\`${name}\``).join(", "),
    roots: [...READABLE_ROOTS.map((names) => names.join("/")), ...READABLE_FILES]
      .map((path) => `\`/${path}\``)
      .join(", "),
  };
  const filled = Object.entries(parts).reduce((whole, [name, rows]) => {
    const part = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`);
    return whole.replace(part, (_, open: string, close: string) => `${open}\n${rows}\n${close}`);
  }, text);
  return withAnswers(filled);
}

/** Runs each command of the page in a folder of its own, and writes below it what it prints. */
function withAnswers(text: string): string {
  return text.replaceAll(/^```console\n\$ tusk ([^\n]+)\n[\s\S]*?^```$/gm, (_, line: string) => {
    const folder = mkdtempSync(join(tmpdir(), "tusk-page-"));
    const command = `"${join(root, "bin/tusk")}" ${line}`;
    const { stdout, stderr } = spawnSync("/bin/sh", ["-c", command], { cwd: folder, encoding: "utf8" });
    rmSync(folder, { recursive: true });
    return `\`\`\`console\n$ tusk ${line}\n${stdout}${stderr}\`\`\``;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(page, permissionsPage(readFileSync(page, "utf8")));
