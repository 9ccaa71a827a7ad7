// Guards as a configuration names them: the built-in one against leaked keys, and modules.
import { mkdtempSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { importModule } from "#platform";
import { type GuardPorts, type GuardsOpened, openGuards, secretsGuard } from "#runtime";
import { harnessPolicy } from "../../src/index.ts";
import { call, say } from "../../src/testing/index.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { auditOf, ended, setOf, stage, textTool } from "./staged.ts";

const folder = temporaryFolder();
const KEY = "S3CR3T-value-of-a-key";

function ports(home = folder): GuardPorts {
  return {
    environment: (name) => (name === "OFFICE_KEY" ? KEY : name === "SHORT_KEY" ? "abc" : undefined),
    keyVariables: ["OFFICE_KEY", "SHORT_KEY", "UNSET_KEY"],
    pathOf: (name) => resolve(home, name),
    importModule,
  };
}

function opened(names: readonly string[], files: Readonly<Record<string, string>> = {}): Promise<GuardsOpened> {
  const home = mkdtempSync(join(folder, "guards-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), text);
  return openGuards(names, ports(home));
}

describe("the guard secrets", () => {
  const guard = secretsGuard(ports());
  const says = (text: string) => guard.check({ stage: "output", text }, new AbortController().signal);
  const word = (length: number) => "Ab3".repeat(length).slice(0, length);

  // In pieces, so that nobody takes this file for one that holds keys.
  test.each([
    `the key is ${KEY}!`,
    ["-----BEGIN", "RSA PRIVATE KEY-----"].join(" "),
    ["-----BEGIN", "PRIVATE KEY-----"].join(" "),
    ["sk", "ant", `api03-${word(40)}`].join("-"),
    ["sk", "proj", word(48)].join("-"),
    ["sk", word(48)].join("-"),
    `AIza${word(35)}`,
    `x=AKIA${"A1".repeat(8)} `,
    `ghp_${word(36)}`,
    `github_pat_${word(60)}`,
    `glpat-${word(20)}`,
    `npm_${word(36)}`,
    `xoxb-${word(20)}`,
    `sk_live_${word(24)}`,
    `hf_${word(34)}`,
  ])("speaks against %j", (text) => {
    expect(says(text)).toBe(true);
  });

  test.each([
    "",
    "abc is too short to be looked for",
    "process.env.OFFICE_KEY",
    "sk-ip the tests",
    "-----BEGIN PUBLIC KEY-----",
    "the task-runner-with-a-rather-long-name-that-goes-on",
    `sha256:${"0a".repeat(32)}`,
    "AKIA is how they begin",
  ])("lets %j pass", (text) => {
    expect(says(text)).toBe(false);
  });

  test("is quick with a long text that nearly holds keys", () => {
    const began = performance.now();
    expect(says("sk-ant-x ghp_y -----BEGIN RSA ".repeat(50_000))).toBe(false);
    expect(performance.now() - began).toBeLessThan(5000);
  });

  test("keeps a key from the model: the run ends, and one that takes it up is not told the result (R20)", async () => {
    const { journal, model, start, resume } = stage([call("note", { text: "a" }), say("done")], {
      tools: setOf(textTool("note", () => `OFFICE_KEY=${KEY}`)),
      guards: [guard],
      policy: harnessPolicy,
    });
    const { result } = await ended(start());
    expect(result).toMatchObject({ phase: "Failed", error: { message: "guardrail secrets (output) said trigger" } });
    const { result: later } = await ended(resume({ input: "go on without it" }));
    expect([later.phase, auditOf(journal.rows)]).toEqual(["Completed", undefined]);
    expect(model.requests).toHaveLength(2);
    for (const told of [model.requests, result.finalMessages, later.finalMessages])
      expect(JSON.stringify(told)).not.toContain(KEY);
  });
});

describe("openGuards", () => {
  const GUARD = (id: string) =>
    `{ id: ${JSON.stringify(id)}, stage: "output", check: ({ text }) => text.includes("x") }`;

  test("opens built-in guards and those of modules, in their order", async () => {
    const opening = await opened(["./one.ts", "secrets", "./more.mjs"], {
      "one.ts": `const id: string = "one";\nexport default { id, stage: "pre_flight", check: () => false };`,
      "more.mjs": `export default [${GUARD("two")}, ${GUARD("three")}];`,
    });
    expect(opening.ok && opening.guards.map(({ id, stage: at }) => [id, at])).toEqual([
      ["one", "pre_flight"],
      ["secrets", "output"],
      ["two", "output"],
      ["three", "output"],
    ]);
  });

  test("none where none is named", async () => {
    expect(await opened([])).toEqual({ ok: true, guards: [] });
  });

  test.each<[string, readonly string[], Readonly<Record<string, string>>, string]>([
    ["an unknown name", ["secret"], {}, '"secret" is no built-in guard (secrets); a module is named by a path'],
    ["a name of every object", ["constructor"], {}, '"constructor" is no built-in guard'],
    ["no such file", ["./gone.mjs"], {}, "gone.mjs: No such file"],
    ["no default export", ["./a.mjs"], { "a.mjs": "export const guard = 1;" }, "a.mjs: its default export is no guard"],
    ["an empty list", ["./a.mjs"], { "a.mjs": "export default [];" }, "its default export is no guard"],
    [
      "one of a list that is none",
      ["./a.mjs"],
      { "a.mjs": `export default [${GUARD("a")}, { id: "b", stage: "later", check: () => false }];` },
      "its default export is no guard",
    ],
    ["a module that throws", ["./a.mjs"], { "a.mjs": 'throw new Error("no");' }, "it throws while it loads at line 1"],
    [
      "two of one name",
      ["secrets", "./a.mjs"],
      { "a.mjs": `export default ${GUARD("secrets")};` },
      'two guards are called "secrets"; give each an id of its own',
    ],
  ])("%s is one sentence, and nothing is opened", async (_what, names, files, reason) => {
    const opening = await opened(names, files);
    expect(opening).toEqual({ ok: false, reason: expect.stringContaining(reason) });
    expect(!opening.ok && opening.reason).toMatch(/^guards: /);
  });
});
