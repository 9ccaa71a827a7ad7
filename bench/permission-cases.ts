import { Language, Parser } from "web-tree-sitter";
import { createRequire } from "node:module";
import { decidePermission, defaultRuleSet } from "#kernel";
import { sha256 } from "#platform";
import { openShellReader } from "#tools";
import type { Case } from "./cases.ts";
import { inProcess } from "./measure.ts";

/** Decisions in one sample: one alone is shorter than the clock can tell. */
const DECISIONS = 200;

/** Commands as agents write them, from one word to a whole line. */
const COMMANDS = {
  short: "git status",
  usual: "cd src && git log --oneline -10 2>/dev/null | head -5",
  long: "grep -rn 'func Test' src --include='*.go' | grep -v _gen | sort -u | head -50 && find . -name '*.ts' -type f -mtime -7 | wc -l || echo none",
};

const readShell = await openShellReader();
const parser = await bareParser();

/** Reading and judging a command against the grammar's parse of it, which nobody can do without. */
export function permissionCases(): readonly Case[] {
  const reading = defaultRuleSet("workspace-write", { sha256, readShell });
  if (!reading.ok) throw new Error(reading.problems.join("\n"));
  return Object.entries(COMMANDS).map(([name, command]) => ({
    name: `permission, ${name}`,
    bytes: command.length,
    work: many(() => {
      decidePermission(reading.ruleSet, { tool: "bash", args: { command }, shell: readShell(command) });
    }),
    baseline: many(() => parser.parse(command)?.delete()),
    baselineName: "one parse",
    samples: 60,
    goal: 8,
    short: true,
  }));
}

async function bareParser(): Promise<Parser> {
  await Parser.init();
  const made = new Parser();
  made.setLanguage(
    await Language.load(createRequire(import.meta.url).resolve("tree-sitter-bash/tree-sitter-bash.wasm")),
  );
  return made;
}

function many(work: () => void): Case["work"] {
  return inProcess(() => {
    for (let at = 0; at < DECISIONS; at++) work();
  });
}
