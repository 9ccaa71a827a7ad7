import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROVIDERS } from "#models";
import { MOST_BODY_BYTES } from "../../src/models/provider/http/exchange.ts";
import { RETRY_DEFAULTS } from "../../src/models/provider/http/retry-wait.ts";
import { LONGEST_REPLY_FACTOR } from "../../src/models/provider/provider-model.ts";
import { STOP_WORDS } from "../../src/models/provider/wire/stop-words.ts";
import { ROOT } from "../support/root.ts";

const page = readFileSync(join(ROOT, "docs/models.md"), "utf8");
const rows = page.split("\n").filter((line) => line.startsWith("|"));

test("the page names every provider with its address and its key", () => {
  const missing = Object.entries(PROVIDERS).filter(([name, { baseUrl, keyVariable, otherKeyVariable }]) => {
    const row = rows.find((line) => line.startsWith(`| \`${name}\` |`)) ?? "";
    return [baseUrl ?? "has to be said", keyVariable ?? "none", otherKeyVariable ?? ""].some(
      (part) => !row.includes(part),
    );
  });
  expect(missing).toEqual([]);
});

test("the page has every stop reason with what becomes of it", () => {
  const words = Object.values(STOP_WORDS).flatMap((table) => Object.entries(table));
  const missing = words.filter(([raw, word]) => {
    const parts = [
      `\`${raw}\``,
      ...(typeof word === "string" ? [`\`${word}\``] : [`\`${word.none}\``, `\`${word.calls}\``]),
    ];
    return !rows.some((row) => parts.every((part) => row.includes(part)));
  });
  expect(missing).toEqual([]);
});

test("the page says the numbers that stand in the code", () => {
  const { attempts, budgetMs } = RETRY_DEFAULTS;
  const numbers = [
    `${MOST_BODY_BYTES / 1024 / 1024} MiB`,
    `\`retry.attempts\` (${attempts})`,
    `${LONGEST_REPLY_FACTOR} times \`idleMs\``,
    `(${budgetMs.toLocaleString("en-US")})`,
  ];
  expect(numbers.filter((number) => !page.includes(number))).toEqual([]);
});
