import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { publishedSchema, TAPE_ANSWERS } from "#kernel";
import { ROOT } from "../support/root.ts";

test("docs/replay.md has every kind of row of a cassette, answers as the table has them (H07)", () => {
  const page = readFileSync(join(ROOT, "docs/replay.md"), "utf8").split("\n");
  const answers = Object.entries(TAPE_ANSWERS).map(([kind, means]) => `| \`${kind}\` | ${means} |`);
  expect(answers.filter((row) => !page.includes(row))).toEqual([]);
  const schema = JSON.stringify(publishedSchema("tusk.cassette.v1"));
  const kinds = new Set(schema.match(/tape\.[a-z]+/g));
  const rows = new Set(page.flatMap((line) => /^\| `(tape\.[a-z]+)` \|/.exec(line)?.[1] ?? []));
  expect(rows).toEqual(kinds);
});
