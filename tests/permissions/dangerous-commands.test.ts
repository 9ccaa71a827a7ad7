import { describe, expect, test } from "vitest";
import { DANGEROUS } from "./dangerous-commands.ts";
import { approvedBy } from "./rule-sets.ts";

describe.each([undefined, "/home/user/project", "/tmp/project"])("in the workspace %s", (root) => {
  test.each(Object.keys(DANGEROUS))(
    "no command that %s runs without a question, under either default rule set (T08)",
    (kind) => {
      expect(DANGEROUS[kind]?.filter((command) => approvedBy(command, root).length > 0)).toEqual([]);
    },
  );
});
