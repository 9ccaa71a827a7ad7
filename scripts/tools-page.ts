// Writes the generated parts of docs/tools.md: failures, repairs, aliases, what no repair may do, and what commands answer.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ALIASES, PROHIBITIONS, REPAIRS, TOOL_FAILURES } from "#kernel";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = fileURLToPath(new URL("../docs/tools.md", import.meta.url));

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function failuresTable(): string {
  const rows = Object.entries(TOOL_FAILURES).map(([code, { means, retryable }]) => [
    `\`${code}\``,
    means,
    retryable ? "yes" : "no",
  ]);
  return table(["code", "means", "the same call may be tried again"], rows);
}

function repairsTable(): string {
  const rows = Object.entries(REPAIRS).map(([rule, { means, from, to }]) => [
    `\`${rule}\``,
    means,
    `\`${from}\``,
    `\`${to}\``,
  ]);
  return table(["rule", "when", "from", "to"], rows);
}

function aliasesTable(): string {
  const rows = Object.entries(ALIASES).map(([alias, name]) => [`\`${alias}\``, `\`${name}\``]);
  return table(["the model says", "the tool declares"], rows);
}

function prohibitionsTable(): string {
  const rows = Object.entries(PROHIBITIONS).map(([rule, { means, heldBy }]) => [`\`${rule}\``, means, heldBy]);
  return table(["never", "means", "held by"], rows);
}

/** The page with its tables and answers made anew; a test holds the committed page against it. */
export function toolsPage(text: string): string {
  return withAnswers(
    [
      ["failures", failuresTable()],
      ["repairs", repairsTable()],
      ["aliases", aliasesTable()],
      ["prohibitions", prohibitionsTable()],
    ].reduce((whole, [name, rows]) => {
      const part = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`);
      return whole.replace(part, (_, open: string, close: string) => `${open}\n${rows ?? ""}\n${close}`);
    }, text),
  );
}

/** Runs each command of the page in a folder of its own, and writes below it what it prints. */
function withAnswers(text: string): string {
  return text.replaceAll(/^```console\n\$ tusk ([^\n]+)\n[\s\S]*?^```$/gm, (_, line: string) => {
    const folder = mkdtempSync(join(tmpdir(), "tusk-page-"));
    writeFileSync(join(folder, "notes.md"), "one fine day\n");
    const command = `"${join(root, "bin/tusk")}" ${line}`;
    const { stdout, stderr } = spawnSync("/bin/sh", ["-c", command], { cwd: folder, encoding: "utf8" });
    rmSync(folder, { recursive: true });
    return `\`\`\`console\n$ tusk ${line}\n${stdout}${stderr}\`\`\``;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(page, toolsPage(readFileSync(page, "utf8")));
