import { assert, constantFrom, option, property, record } from "fast-check";
import { describe, expect, test } from "vitest";
import { VERIFICATION_RUNNERS } from "../issues/verification-command.ts";
import type { Json } from "../json/value.ts";
import { count, text, truth, words } from "../schema/schema.ts";
import type { ConfigTable } from "./keys.ts";
import { nestValues } from "./nest-values.ts";
import { type ConfigLayers, mergeLayers, originText, resolveConfig } from "./resolve-config.ts";

const PATH = "/repo/tusk.config.json";

interface Given {
  readonly file?: Json;
  readonly environment?: Readonly<Record<string, string>>;
  readonly flags?: Readonly<Record<string, string>>;
}

function layers({ file, environment = {}, flags = {} }: Given): ConfigLayers {
  return {
    file: file === undefined ? undefined : { path: PATH, value: file },
    environment: (name) => environment[name],
    flags: new Map(Object.entries(flags)),
  };
}

/** A table with groups, as later keys will make one. */
const TABLE: ConfigTable = {
  "gate.profile": { schema: words("reference", "full"), fallback: "full", summary: "", usedBy: "" },
  "gate.limits.calls": { schema: count, fallback: 20, environment: { name: "CALLS" }, summary: "", usedBy: "" },
  "gate.limits.strict": { schema: truth, summary: "", usedBy: "" },
  name: { schema: text, flag: "name", summary: "", usedBy: "" },
};

function reasonOf(given: Given, table?: ConfigTable): string | undefined {
  const resolution = table === undefined ? resolveConfig(layers(given)) : mergeLayers(layers(given), table);
  return resolution.ok ? undefined : resolution.reason;
}

describe("layers", () => {
  test("with nothing given the defaults hold, and keys without one have no value", () => {
    expect(resolveConfig(layers({}))).toEqual({
      ok: true,
      config: {
        values: { stateDir: ".premath", color: "auto", "check.runners": VERIFICATION_RUNNERS },
        rows: [
          { path: "schema", setting: undefined },
          { path: "actor", setting: undefined },
          { path: "stateDir", setting: { value: ".premath", origin: { kind: "default" } } },
          { path: "color", setting: { value: "auto", origin: { kind: "default" } } },
          { path: "check.runners", setting: { value: VERIFICATION_RUNNERS, origin: { kind: "default" } } },
        ],
      },
    });
  });

  test("the strongest layer that sets a key counts: default, file, environment, flag; each key for itself", () => {
    const maybe = <T>(value: T) => option(constantFrom(value), { nil: undefined });
    const given = record({ file: maybe("always"), environment: maybe("1"), flag: maybe("auto"), actor: maybe("me") });
    assert(
      property(given, ({ file, environment, flag, actor }) => {
        const inFile = { ...(file === undefined ? {} : { color: file }), ...(actor === undefined ? {} : { actor }) };
        const resolution = resolveConfig(
          layers({
            file: inFile,
            environment: environment === undefined ? {} : { NO_COLOR: environment },
            flags: flag === undefined ? {} : { color: flag },
          }),
        );
        const color =
          flag !== undefined
            ? { value: flag, origin: { kind: "flag", name: "color" } }
            : environment !== undefined
              ? { value: "never", origin: { kind: "environment", name: "NO_COLOR" } }
              : file !== undefined
                ? { value: file, origin: { kind: "file", path: PATH } }
                : { value: "auto", origin: { kind: "default" } };
        const rows = resolution.ok ? resolution.config.rows : [];
        expect(rows.find(({ path }) => path === "color")?.setting).toEqual(color);
        const setting = actor === undefined ? undefined : { value: actor, origin: { kind: "file", path: PATH } };
        expect(rows.find(({ path }) => path === "actor")?.setting).toEqual(setting);
      }),
    );
  });

  test("a variable set to nothing is as good as none", () => {
    const resolution = resolveConfig(layers({ file: { actor: "me" }, environment: { TUSK_ACTOR: "", NO_COLOR: "" } }));
    expect(resolution.ok && resolution.config.values).toEqual({
      actor: "me",
      stateDir: ".premath",
      color: "auto",
      "check.runners": VERIFICATION_RUNNERS,
    });
  });

  test("groups merge leaf by leaf", () => {
    const merged = mergeLayers(
      layers({ file: { gate: { limits: { strict: true } }, name: "n" }, flags: { name: "m" } }),
      TABLE,
    );
    expect(merged.ok && nestValues(merged.rows)).toEqual({
      gate: { limits: { calls: 20, strict: true }, profile: "full" },
      name: "m",
    });
    expect(merged.ok && merged.rows.map(({ setting }) => setting && originText(setting.origin))).toEqual([
      "default",
      "default",
      `file ${PATH}`,
      "flag --name",
    ]);
  });

  test("nested values have their keys in order at every level", () => {
    const merged = mergeLayers(layers({ file: { gate: { limits: { strict: false } }, name: "n" } }), TABLE);
    expect(JSON.stringify(merged.ok && nestValues(merged.rows))).toBe(
      '{"gate":{"limits":{"calls":20,"strict":false},"profile":"full"},"name":"n"}',
    );
  });
});

describe("what is wrong is one sentence with the place", () => {
  test.each([
    [{ actr: "me" }, 'unknown key "actr"; the nearest known key is actor'],
    [{ zzzzz: 1 }, 'unknown key "zzzzz"; known keys are schema, actor, stateDir, color, check'],
    [{ "": 1 }, 'unknown key ""; known keys are schema, actor, stateDir, color, check'],
    [{ "a\u001Bb\u202E": 1 }, 'unknown key "a\\u{1b}b\\u{202e}"; known keys are schema, actor, stateDir, color, check'],
    [
      { ["k".repeat(100)]: 1 },
      `unknown key "${"k".repeat(60)}…"; known keys are schema, actor, stateDir, color, check`,
    ],
    [
      JSON.parse('{"__proto__": {"actor": "me"}}'),
      'unknown key "__proto__"; known keys are schema, actor, stateDir, color, check',
    ],
    [{ toString: "x" }, 'unknown key "toString"; known keys are schema, actor, stateDir, color, check'],
    [{ color: "blue" }, 'color is "blue", expected one of auto, always, never'],
    [{ actor: 7 }, "actor is a number, expected text"],
    [{ actor: null }, "actor is null, expected text"],
    [{ stateDir: " \t" }, "stateDir is blank; give it a value or leave it out"],
    [{ schema: 2 }, "schema is a number, expected 1"],
    [[], "the configuration is a list, expected an object"],
    ["text", 'the configuration is "text", expected an object'],
    [null, "the configuration is null, expected an object"],
  ] satisfies readonly (readonly [Json, string])[])("in the file: %j", (file, reason) => {
    expect(reasonOf({ file })).toBe(`${PATH}: ${reason}`);
  });

  test.each([
    [{ gate: { profil: 1 } }, 'unknown key "gate.profil"; the nearest known key is gate.profile'],
    [
      { gate: { limits: { zzz: 1 } } },
      'unknown key "gate.limits.zzz"; known keys are gate.limits.calls, gate.limits.strict',
    ],
    [{ gate: { limits: 3 } }, "gate.limits is a number, expected an object"],
    [{ gate: { limits: { calls: -1 } } }, "gate.limits.calls is a number, expected a whole number from 0"],
    [{ "gate.profile": "full" }, 'unknown key "gate.profile"; known keys are gate, name'],
  ] satisfies readonly (readonly [Json, string])[])("in a group: %j", (file, reason) => {
    expect(reasonOf({ file }, TABLE)).toBe(`${PATH}: ${reason}`);
  });

  test("in the environment", () => {
    expect(reasonOf({ environment: { TUSK_ACTOR: "  " } })).toBe(
      "environment TUSK_ACTOR: actor is blank; give it a value or leave it out",
    );
    expect(reasonOf({ environment: { CALLS: "many" } }, TABLE)).toBe(
      'environment CALLS: gate.limits.calls is "many", expected a whole number from 0',
    );
  });

  test("in a flag", () => {
    expect(reasonOf({ flags: { color: "blue" } })).toBe(
      'flag --color: color is "blue", expected one of auto, always, never',
    );
  });

  test("also where a stronger layer would hide it: a broken file is broken", () => {
    expect(reasonOf({ file: { color: "blue" }, flags: { color: "never" } })).toBe(
      `${PATH}: color is "blue", expected one of auto, always, never`,
    );
  });
});
