import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { HOST_ACTIONS } from "#host";
import { ROOT } from "./support/root.ts";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const runbook = read("docs/runbook.md");

/** Every command line of ours on a page: in code, from `tusk` to a comment, a pipe or the next command. */
function linesOn(page: string): readonly string[] {
  const blocks = [...page.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].flatMap(([, code = ""]) => code.split("\n"));
  const inline = [...page.replaceAll(/^```[\s\S]*?^```$/gm, "").matchAll(/`(tusk [^`]+)`/g)].map(
    ([, code = ""]) => code,
  );
  return [...blocks, ...inline].flatMap((line) => /(?:^|&& |\| )(tusk .*?)(?: #| \||$)/.exec(line.trim())?.[1] ?? []);
}

/** What is no command or flag of ours in a line; undefined where it is one. */
function strangeIn(line: string): string | undefined {
  const [, ...words] = line.split(" -- ", 1)[0]?.split(" ") ?? [];
  const actions = Object.values(HOST_ACTIONS);
  const action = [2, 1].flatMap(
    (count) => actions.find(({ command }) => command === words.slice(0, count).join(" ")) ?? [],
  )[0];
  if (action === undefined) return line;
  const flags = words.flatMap((word) => /^--([a-z-]+)/.exec(word)?.[1] ?? []);
  return flags.find((flag) => !action.flags.some(({ name }) => name === flag)) === undefined ? undefined : line;
}

describe.each(["docs/runbook.md", "docs/state-folder.md", "docs/guides/two-workers.md", "docs/work.md"])(
  "%s",
  (path) => {
    test("names commands and flags that there are", () => {
      const lines = linesOn(read(path));
      expect(lines.length).toBeGreaterThan(1);
      expect(lines.filter((line) => strangeIn(line) !== undefined)).toEqual([]);
    });
  },
);

test("a command that there is not would be seen", () => {
  expect(linesOn("`tusk worker --nonsense`\n\n```\nls && tusk nonsense # why\n```\n").map(strangeIn)).toEqual([
    "tusk nonsense",
    "tusk worker --nonsense",
  ]);
});

test("the runbook's table of symptoms leads to its sections, and every section is in it", () => {
  const headings = [...runbook.matchAll(/^## (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^a-z ]/g, "")
      .replaceAll(" ", "-"),
  );
  const links = [...runbook.matchAll(/^\|.*\(#([\w-]+)\) \|$/gm)].map(([, anchor = ""]) => anchor);
  expect(links.toSorted()).toEqual(headings.toSorted());
});
