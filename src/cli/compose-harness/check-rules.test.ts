import { expect, test } from "vitest";
import type { CheckDeclaration, DefaultRuleSet, JsonObject } from "#kernel";
import { openPermissions } from "#tools";
import { temporaryFolder } from "../../../tests/support/temporary-folder.ts";
import { withCheckRules } from "./check-rules.ts";

const folder = temporaryFolder();

function check(command: string): CheckDeclaration {
  return { name: "tests", command, class: "semantic", required: true, timeoutMs: 1000 };
}

/** Whether a command runs when nobody can be asked. */
async function isPermitted(
  rules: DefaultRuleSet | JsonObject,
  checks: readonly CheckDeclaration[],
  [command, workdir]: readonly [command: string, workdir: string],
): Promise<boolean> {
  const keeper = await openPermissions({
    rules: withCheckRules(rules, checks),
    root: folder,
    approver: async () => undefined,
    keep: () => undefined,
  });
  const wish = { toolCallId: "tc-1", tool: "bash", args: { command, workdir } };
  return (await keeper.judge(wish, new AbortController().signal)).permitted;
}

test("a declared check needs no question, word for word and in the root; nothing else is allowed by it", async () => {
  const checks = [check("node check.mjs"), check("node check.mjs")];
  const seen = await Promise.all(
    (
      [
        ["node check.mjs", "."],
        ["node check.mjs --fix", "."],
        ["node check.mjs; node other.mjs", "."],
        ["node check.mjs", "src"],
      ] as const
    ).map((call) => isPermitted("workspace-write", checks, call)),
  );
  expect(seen).toEqual([true, false, false, false]);
  expect(await isPermitted("workspace-write", [], ["node check.mjs", "."])).toBe(false);
});

test("what a set denies or names itself stays as it is", async () => {
  expect(await isPermitted("workspace-write", [check("sudo make test")], ["sudo make test", "."])).toBe(false);
  const own = { schema: 1, kind: "tusk.permissions.v1", id: "own", rules: [{ id: "checks.declared" }] };
  expect(withCheckRules(own, [check("true")])).toBe(own);
  expect(withCheckRules("read-only", [])).toBe("read-only");
  expect(withCheckRules({ rules: "none" }, [check("true")])).toEqual({ rules: "none" });
});
