import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseRuleSet, readJsonText } from "#kernel";
import { sha256, utf8 } from "#platform";
import { permissionsPage } from "../scripts/permissions-page.ts";
import { readShell } from "./permissions/rule-sets.ts";
import { ROOT } from "./support/root.ts";

const page = readFileSync(join(ROOT, "docs/permissions.md"), "utf8");

test("docs/permissions.md has every rule as the tables have it, and the answers that commands give (T08)", () => {
  expect(page).toBe(permissionsPage(page));
});

test("the rule set on the page holds (T08)", () => {
  const file = readJsonText(/```json\n([\s\S]*?)```/.exec(page)?.[1] ?? "", utf8);
  if (!file.ok) throw new Error("the page has no rule set");
  expect(parseRuleSet(file.value, { sha256, readShell }).ok).toBe(true);
});
