import { join } from "node:path";
import { expect, test } from "vitest";
import { runProcess } from "../support/run-process.ts";

test("without the client package one sentence says how to install it, and without servers nobody asks for it", async () => {
  const host = join(import.meta.dirname, "without-package.ts");
  const { stdout, stderr } = await runProcess(process.execPath, [host]);
  expect([stderr, JSON.parse(stdout)]).toEqual([
    "",
    {
      tools: [],
      said: {
        port: "mcp",
        code: "package_missing",
        message:
          "MCP servers are configured, and the package @modelcontextprotocol/client is not installed: npm install @modelcontextprotocol/client@2.4.0",
      },
    },
  ]);
});
