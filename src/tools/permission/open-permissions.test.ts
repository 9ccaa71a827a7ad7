import { expect, test } from "vitest";
import { openPermissions } from "./open-permissions.ts";

const GIVEN = { root: "/work", approver: () => Promise.resolve(undefined), keep: () => undefined };
const CALL = { toolCallId: "tc-1", tool: "bash", args: { command: "ls" } };

test("opens a default rule set by its name, and one of your own", async () => {
  const write = { id: "write", effect: "allow", why: "writes", tools: ["write"] };
  const own = { schema: 1, kind: "tusk.permissions.v1", id: "writing", rules: [write] };
  const keepers = await Promise.all([
    openPermissions({ rules: "read-only", ...GIVEN }),
    openPermissions({ rules: own, ...GIVEN }),
  ]);
  const verdicts = await Promise.all(keepers.map((keeper) => keeper.judge(CALL, new AbortController().signal)));
  expect(verdicts.map(({ evidence }) => evidence)).toEqual([
    { decision: "allow", ruleId: "read.files" },
    { decision: "deny", ruleId: "unknown-tool" },
  ]);
});

test("rules that do not hold are refused with what is wrong (T08)", async () => {
  const opening = openPermissions({ rules: { schema: 2 }, ...GIVEN });
  await expect(opening).rejects.toMatchObject({ port: "permissions", code: "invalid_rules" });
  await expect(opening).rejects.toThrow(/schema/);
});
