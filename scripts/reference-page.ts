// Writes docs/reference/*.md: every name that a door of the package exports, with its doc comment and its declaration as the source has it.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { declarationOf, type Declaration } from "./reference/declaration-of.ts";
import { exportsOf } from "./reference/exports-of.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

interface Door {
  readonly page: string;
  readonly source: string;
  readonly title: string;
  readonly intro: string;
}

/** The doors of the package, and the page of each. */
export const DOORS: readonly Door[] = [
  {
    page: "docs/reference/library.md",
    source: "src/index.ts",
    title: "tusk-harness",
    intro:
      "The library's first door: agents, typed tools, journals, and the gate with its chain. It loads no other package. Guides: [from a hand-written loop](../guides/from-a-hand-written-loop.md), [from JSON tool specs](../guides/from-json-tool-specs.md), [writing a tool](../guides/writing-a-tool.md), [your first turn](../guides/first-turn.md).",
  },
  {
    page: "docs/reference/tools.md",
    source: "src/tools-door.ts",
    title: "tusk-harness/tools",
    intro:
      "The tools that come with the package, and what they work in: workspace, sandbox, permissions. They bring zod and a sandbox with them, so they have a door of their own. What each tool does is in [tools](../tools.md), [the shell](../shell.md) and [permissions](../permissions.md).",
  },
  {
    page: "docs/reference/models.md",
    source: "src/models-door.ts",
    title: "tusk-harness/models",
    intro:
      "Models of every provider behind one type. A provider's package is an optional peer and is loaded when a model of it is opened. What providers are called, how keys are found, retries, stop reasons and prices: [models](../models.md).",
  },
  {
    page: "docs/reference/testing.md",
    source: "src/testing/index.ts",
    title: "tusk-harness/testing",
    intro:
      "What tests of an agent need: a model without a model, a clock in your hands, checks of what a run told and left. Guide: [testing an agent](../guides/testing-an-agent.md).",
  },
];

/** Where a name comes from decides under which heading it stands, in this order. */
const HEADINGS: readonly (readonly [from: string, heading: string])[] = [
  ["runtime", "Agents and runs"],
  ["tools", "Tools"],
  ["models", "Models and cassettes"],
  ["memory", "Journals and witnesses"],
  ["testing", "Clock and checks"],
  ["ports", "What the outside gives, and what observers hear"],
  ["kernel", "The gate, the chain and JSON"],
];

interface Entry extends Declaration {
  readonly heading: string;
}

/** The page of a door as the sources have it. Throws where a name has no doc comment; a test holds the committed page against it. */
export function referencePage({ source, title, intro }: Door): string {
  const entries = exportsOf(resolve(root, source)).map(({ name, file, isType }): Entry => {
    const declaration = declarationOf(file, name, { isType });
    return { ...declaration, heading: headingOf(file) };
  });
  const bare = entries.filter(({ doc }) => doc === "").map(({ name }) => name);
  if (bare.length > 0) throw new Error(`${source} exports names without a doc comment: ${bare.join(", ")}`);
  const anchor = anchors();
  const parts = HEADINGS.flatMap(([, heading]) => {
    const own = entries.filter((entry) => entry.heading === heading);
    return own.length === 0 ? [] : [section(heading, own, anchor)];
  });
  const made =
    "Made from the doc comments of the sources by `scripts/reference-page.ts`; a test says when it is not current.";
  return [`# ${title}`, "", intro, "", made, "", parts.join("\n\n"), ""].join("\n");
}

function headingOf(file: string): string {
  const layer = /\/src\/(\w+)\//.exec(file)?.[1] ?? (file.endsWith("/agent.ts") ? "runtime" : "kernel");
  const found = HEADINGS.find(([from]) => from === layer);
  if (found === undefined) throw new Error(`${file} is of no layer that the reference knows`);
  return found[1];
}

/** The anchors that a page's headings get, in their order: names that differ only in case are numbered. */
function anchors(): (name: string) => string {
  const seen = new Map<string, number>();
  return (name) => {
    const low = name.toLowerCase();
    const times = seen.get(low) ?? 0;
    seen.set(low, times + 1);
    return times === 0 ? low : `${low}-${times}`;
  };
}

/** Values first, then types; each by name. */
function section(heading: string, entries: readonly Entry[], anchor: (name: string) => string): string {
  const shown = entries.toSorted(
    (a, b) => Number(a.isType) - Number(b.isType) || (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1),
  );
  const names = shown.map(({ name }) => `[${name}](#${anchor(name)})`).join(", ");
  const blocks = shown.map(({ name, doc, code }) => `### ${name}\n\n${doc}\n\n\`\`\`ts\n${code}\n\`\`\``);
  return [`## ${heading}`, names, ...blocks].join("\n\n");
}

/** The page of a door as it is committed. */
export function committedPage({ page }: Door): string {
  return readFileSync(join(root, page), "utf8");
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const door of DOORS) {
    mkdirSync(dirname(join(root, door.page)), { recursive: true });
    writeFileSync(join(root, door.page), referencePage(door));
  }
