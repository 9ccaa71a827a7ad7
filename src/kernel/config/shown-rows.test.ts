import { expect, test } from "vitest";
import { shownRows } from "./shown-rows.ts";

test("what servers are given in variables and headers is named, and its values are not shown", () => {
  const origin = { kind: "default" } as const;
  const actor = { path: "actor", setting: { value: "me", origin } };
  const model = { path: "model", setting: undefined };
  const mcp = {
    files: { command: "files", args: ["--all"], env: { TOKEN: "S3CR3T" } },
    far: { url: "https://x.test", headers: { "X-Team": "S3CR3T" }, timeoutMs: 5 },
  };
  expect(shownRows([actor, model, { path: "mcp", setting: { value: mcp, origin } }])).toEqual([
    actor,
    model,
    {
      path: "mcp",
      setting: {
        value: {
          files: { command: "files", args: ["--all"], env: { TOKEN: "(not shown)" } },
          far: { url: "https://x.test", headers: { "X-Team": "(not shown)" }, timeoutMs: 5 },
        },
        origin,
      },
    },
  ]);
});
