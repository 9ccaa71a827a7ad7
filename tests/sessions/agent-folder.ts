import { mkdirSync, mkdtempSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { call, say, type Script } from "#models";
import { ROOT } from "../support/root.ts";
import { recordState } from "./recorded-state.ts";

/** A folder in which the package is installed, as far as a module there sees: it is this clone's library. */
export function folderWithPackage(above: string): string {
  const folder = mkdtempSync(join(above, "home-"));
  const home = join(folder, "node_modules/tusk-harness");
  mkdirSync(home, { recursive: true });
  const exports = { ".": "./index.js", "./testing": "./testing.js" };
  writeFileSync(join(home, "package.json"), JSON.stringify({ name: "tusk-harness", type: "module", exports }));
  writeFileSync(join(home, "index.js"), `export * from ${JSON.stringify(join(ROOT, "src/index.ts"))};\n`);
  writeFileSync(join(home, "testing.js"), `export * from ${JSON.stringify(join(ROOT, "src/testing/index.ts"))};\n`);
  return folder;
}

/** A session in it that was killed in its first step, with one call. */
export async function cutSession(folder: string, before: "tool.settled" | "tools.requested"): Promise<string> {
  const script: Script = [call("add", { a: 1, b: 2.5 }), say("It is 3.5.")];
  const state = await recordState(folder, "s1", script);
  const path = join(state, "sessions/s1.jsonl");
  const lines = readFileSync(path, "utf8").split("\n");
  const at = lines.findIndex((line) => line.includes(`"kind":"${before}"`));
  // A piece of the row stands there: the kill came while it was written.
  truncateSync(path, Buffer.byteLength(`${lines.slice(0, at).join("\n")}\n`) + 30);
  return path;
}

const TOOL = `
const add = toolFromJsonSchema({
  name: "add",
  schema: { type: "object", properties: { a: { type: "number" }, b: { type: "number" } }, required: ["a", "b"] },
  run: ({ a, b }) => { if (a < 0) throw new ToolFailed("InvalidInput", "only from 0"); return a + b; },
});
const model = scriptedModel([call("add", { a: 5, b: 2.5 }), call("add", { a: -1, b: 1 }), say("Done.")]);
const tools = toolSet(add).build();
`;

/** Writes a module that exports an agent in one of the two ways. */
export function agentModule(folder: string, exported: "function" | "options"): string {
  const made =
    exported === "options"
      ? "export default { model, tools, budget: 10 };"
      : "export default (seat) => agent({ model, tools, budget: 10, journal: seat.journal, witnesses: seat.witnesses });";
  const imports =
    'import { agent, ToolFailed, toolFromJsonSchema, toolSet } from "tusk-harness";\nimport { call, say, scriptedModel } from "tusk-harness/testing";\n';
  writeFileSync(join(folder, "agent.mjs"), `${imports}${TOOL}${made}\n`);
  return "agent.mjs";
}
