import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MCP_FAULTS } from "../../src/tools/mcp/mcp-fault.ts";
import { MCP_LIMITS } from "../../src/tools/mcp/mcp-limits.ts";
import { SERVER_VARIABLES } from "../../src/tools/mcp/server-environment.ts";
import { ROOT } from "../support/root.ts";

const page = readFileSync(join(ROOT, "docs/mcp.md"), "utf8");
const MIB = 1024 * 1024;

test("docs/mcp.md has every fault with what may follow, every variable that servers get, and the bounds as they are (T09)", () => {
  const rows = page.split("\n").filter((line) => line.startsWith("| `"));
  for (const [code, { mayReturn }] of Object.entries(MCP_FAULTS))
    expect(
      rows.filter((row) => row.startsWith(`| \`${code}\` `) && row.endsWith(`| ${mayReturn ? "yes" : "no"} |`)),
    ).toHaveLength(1);
  expect(SERVER_VARIABLES.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  const { callMs, startMs, messageBytes, windowBytes, windowUnasked, windowMs, strayLines, tools, description } =
    MCP_LIMITS;
  const bounds = [
    `${callMs.toLocaleString("en")} by default`,
    `${startMs / 1000} seconds until its tools are listed`,
    `a message of more than ${messageBytes / MIB} MiB`,
    `more than ${windowBytes / MIB} MiB or ${windowUnasked.toLocaleString("en")} messages that nobody asked for in ${windowMs / 1000} seconds`,
    `more than ${strayLines} other lines`,
    `${tools} at most`,
    `bounded to ${description.toLocaleString("en")} characters`,
  ];
  expect(bounds.filter((bound) => !page.includes(bound))).toEqual([]);
});
