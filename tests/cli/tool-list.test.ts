import { describe, expect, test } from "vitest";
import { catalogRow, type JsonObject, schemaFault } from "#kernel";
import { sha256 } from "#platform";
import { expectRefused, premath, tusk } from "./program.ts";

const NAMES = ["read", "ls", "grep", "glob", "write", "edit", "apply_patch", "bash"];

interface Shown {
  readonly schema: JsonObject;
  readonly examples: readonly JsonObject[];
  readonly outputSchema: JsonObject;
}

describe.concurrent("tool list", () => {
  test("names every tool with its effects and one line (R06)", async () => {
    const { code, stdout } = await tusk(["tool", "list", "--json"]);
    const { tools } = JSON.parse(stdout) as { readonly tools: readonly Record<string, unknown>[] };
    expect({ code, names: tools.map(({ name }) => name) }).toEqual({ code: 0, names: NAMES });
    for (const row of tools)
      expect(row).toEqual({
        name: expect.any(String),
        effects: expect.arrayContaining([expect.stringMatching(/^(?:read|write|shell)$/)]),
        description: expect.stringMatching(/^\S[^\n]*\S$/),
      });
  });

  test("is one line a tool, the same under both names (H06)", async () => {
    const ended = await tusk(["tool", "list"]);
    expect(
      ended.stdout
        .trimEnd()
        .split("\n")
        .map((line) => line.split(" ")[0]),
    ).toEqual(NAMES);
    expect(await premath(["tool", "list"])).toEqual(ended);
  });
});

describe.concurrent("tool show", () => {
  test.each(NAMES)(
    "%s has a schema, examples, an output schema, and digests that derive from them (R06)",
    async (name) => {
      const { code, stdout } = await tusk(["tool", "show", name, "--json"]);
      const shown = JSON.parse(stdout) as Shown;
      const { schema, examples } = shown;
      const { schemaDigest, exampleDigest, effects } = catalogRow({ name, schema, examples, effects: [] }, sha256);
      expect({ code, shown }).toMatchObject({ code: 0, shown: { name, schemaDigest, exampleDigest } });
      expect(effects).toEqual([]);
      expect(examples.length).toBeGreaterThan(0);
      expect(shown.schema).toMatchObject({ type: "object", additionalProperties: false });
      expect({ fault: schemaFault(shown.outputSchema), kind: typeof shown.outputSchema }).toEqual({
        fault: undefined,
        kind: "object",
      });
    },
  );

  test("text for people holds the same", async () => {
    const { code, stdout } = await tusk(["tool", "show", "edit"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^edit\n {2}\S/);
    expect(stdout).toMatch(/^Schema {5}sha256:[0-9a-f]{64}$/m);
    expect(stdout).toContain('\nArguments\n  {\n    "type": "object"');
  });

  test("an unknown name is unusable, and the nearest one is told", async () => {
    expectRefused(await tusk(["tool", "show", "edti"]), "error: there is no tool edti; did you mean edit?");
    expectRefused(
      await tusk(["tool", "show", "zzzzzzzzz"]),
      "error: there is no tool zzzzzzzzz; run 'tusk tool list' for all of them",
    );
  });
});
