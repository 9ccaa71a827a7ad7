import { expect, test } from "vitest";
import type { Json } from "../json/value.ts";
import { CONFIG_KEYS } from "./keys.ts";
import { resolveConfig } from "./resolve-config.ts";
import { SENSITIVE_KEYS, sensitiveSettings } from "./sensitive-keys.ts";

/** The keys of a file that ask for trust, beside these flags. */
function asking(value: Json, flags: Readonly<Record<string, string>> = {}): readonly string[] {
  const layers = { environment: () => undefined, flags: new Map(Object.entries(flags)) };
  const [config, without] = [{ path: "f", value }, undefined].map((file) => resolveConfig({ ...layers, file }));
  if (config?.ok !== true || without?.ok !== true) throw new Error(JSON.stringify(config));
  return sensitiveSettings(config.config, without.config.values).map(({ path }) => path);
}

const OWN = { own: { kind: "openai" } };

test.each<[Json, Readonly<Record<string, string>>, readonly string[]]>([
  [{}, {}, []],
  [{ model: "openai/x", run: { maxSteps: 9 }, prices: {}, instructions: { files: ["A.md"] } }, {}, []],
  [{ providers: {}, mcp: {}, guards: [], stateDir: "state/of.tusk" }, {}, []],
  [{ model: "own/x", providers: OWN }, {}, ["providers"]],
  [{ providers: OWN }, { model: "openai/x" }, ["providers"]],
  [{ mcp: { a: { command: "a" } } }, {}, ["mcp"]],
  [{ guards: ["secrets"] }, {}, []],
  [{ guards: ["secrets", "./a.mjs"] }, {}, ["guards"]],
  [{ guards: ["a.json"] }, {}, ["guards"]],
  [{ instructions: { files: [".cursorrules", "docs/style.md", ".github/copilot-instructions.md"] } }, {}, []],
  [{ instructions: { files: ["AGENTS.md", ".env"] } }, {}, ["instructions.files"]],
  [{ instructions: { files: [".git/config"] } }, {}, ["instructions.files"]],
  [{ instructions: { files: ["docs/secrets.md"] } }, {}, ["instructions.files"]],
  [{ instructions: { files: ["notes.txt"] } }, {}, ["instructions.files"]],
  [{ permissions: "read-only" }, {}, []],
  [{ permissions: "workspace-write" }, {}, []],
  [{ permissions: "workspace-write" }, { profile: "read-only" }, ["permissions"]],
  [{ permissions: "toString" }, {}, ["permissions"]],
  [{ permissions: "rules.json" }, {}, ["permissions"]],
  [{ sandbox: { profile: "read-only", network: "none" } }, {}, []],
  [{ sandbox: { profile: "danger-full-access" } }, {}, ["sandbox.profile"]],
  [{ sandbox: { profile: "external-sandbox", network: "full" } }, {}, ["sandbox.profile", "sandbox.network"]],
  // The flag is stronger: what the file says does not hold.
  [{ sandbox: { profile: "danger-full-access" } }, { profile: "read-only" }, []],
  [{ stateDir: "/home/mona" }, {}, ["stateDir"]],
  [{ stateDir: "a/../../b" }, {}, ["stateDir"]],
  [{ stateDir: "a..b" }, {}, []],
])("of %j beside %j, %j ask for trust", (value, flags, expected) => {
  expect(asking(value, flags)).toEqual(expected);
});

test("every key of the table is a key of the configuration, and says when and why", () => {
  expect(Object.keys(CONFIG_KEYS)).toEqual(expect.arrayContaining(Object.keys(SENSITIVE_KEYS)));
  for (const { when, why } of Object.values(SENSITIVE_KEYS)) expect([when, why]).not.toContain("");
});
