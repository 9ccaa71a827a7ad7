import { assert, constantFrom, option, property, record } from "fast-check";
import { describe, expect, test } from "vitest";
import { VERIFICATION_RUNNERS } from "../issues/verification-command.ts";
import type { Json } from "../json/value.ts";
import { count, text, truth, words } from "../schema/schema.ts";
import { CONFIG_KEYS, type ConfigTable } from "./keys.ts";
import { nestValues } from "./nest-values.ts";
import { type ConfigLayers, mergeLayers, originText, resolveConfig } from "./resolve-config.ts";

const PATH = "/repo/tusk.config.json";
const KNOWN = [...new Set(Object.keys(CONFIG_KEYS).map((path) => path.split(".")[0]))].join(", ");
/** What holds where nobody says anything. */
const DEFAULTS = Object.fromEntries(
  Object.entries<ConfigTable[string]>(CONFIG_KEYS).flatMap(([path, { fallback }]) =>
    fallback === undefined ? [] : [[path, fallback]],
  ),
);

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
        values: DEFAULTS,
        rows: Object.keys(CONFIG_KEYS).map((path) => ({
          path,
          setting: path in DEFAULTS ? { value: DEFAULTS[path], origin: { kind: "default" } } : undefined,
        })),
      },
    });
    expect(DEFAULTS).toMatchObject({ stateDir: ".premath", color: "auto", "check.runners": VERIFICATION_RUNNERS });
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
    expect(resolution.ok && resolution.config.values).toEqual({ ...DEFAULTS, actor: "me" });
  });

  test("a number is said in digits by a flag and a variable", () => {
    const resolution = resolveConfig(layers({ flags: { "max-steps": "7", "max-cost": "2.50" } }));
    expect(resolution.ok && resolution.config.values).toEqual({
      ...DEFAULTS,
      "run.maxSteps": 7,
      "run.maxCost": "2.50",
    });
    const merged = mergeLayers(layers({ environment: { CALLS: "12" } }), TABLE);
    expect(merged.ok && nestValues(merged.rows)).toEqual({ gate: { limits: { calls: 12 }, profile: "full" } });
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
    [{ zzzzz: 1 }, `unknown key "zzzzz"; known keys are ${KNOWN}`],
    [{ "": 1 }, `unknown key ""; known keys are ${KNOWN}`],
    [{ "a\u001Bb\u202E": 1 }, `unknown key "a\\u{1b}b\\u{202e}"; known keys are ${KNOWN}`],
    [{ ["k".repeat(100)]: 1 }, `unknown key "${"k".repeat(60)}…"; known keys are ${KNOWN}`],
    [JSON.parse('{"__proto__": {"actor": "me"}}'), `unknown key "__proto__"; known keys are ${KNOWN}`],
    [{ toString: "x" }, `unknown key "toString"; known keys are ${KNOWN}`],
    [{ color: "blue" }, 'color is "blue", expected one of auto, always, never'],
    [{ actor: 7 }, "actor is a number, expected text"],
    [{ actor: null }, "actor is null, expected text"],
    [{ stateDir: " \t" }, "stateDir is blank; give it a value or leave it out"],
    [{ schema: 2 }, "schema is a number, expected 1"],
    [{ run: { maxSteps: 0 } }, "run.maxSteps is a number, expected a whole number from 1"],
    [
      { run: { maxCost: 2.5 } },
      'run.maxCost is a number, expected an amount of dollars as text, such as "2.50" (at most nine digits before the point and six behind it)',
    ],
    [{ model: "claude" }, 'model is "claude", expected a model as provider/model, or cassette:PATH'],
    [{ tools: { allow: ["read", " "] } }, 'tools.allow[1] is " ", expected text that is not blank'],
    [
      { providers: { mine: { kind: "telnet" } } },
      'providers["mine"].kind is "telnet", expected one of anthropic, openai, openai-chat, openai-compatible, google',
    ],
    [{ providers: { Mine: {} } }, 'providers["Mine"] is no usable name, expected lower case letters, digits and -'],
    [
      { prices: { gpt: {} } },
      'prices["gpt"] is no usable name, expected a model as provider/model, or the beginning of one',
    ],
    [{ mcp: { files: { args: [] } } }, 'mcp["files"] is without command or url, expected one of them'],
    [{ mcp: { files: { command: "a", env: { A: 1 } } } }, 'mcp["files"].env["A"] is a number, expected text'],
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

  const KEY = "sk-S3CR3T";
  const TAKE_OUT =
    "holds a key; keys come from the environment only: take it out, and set the variable that 'tusk doctor' names, or that keyVariable of a provider does";
  const NAME_IT = "holds a key; keys come from the environment only: write ${NAME} for the variable that holds it";

  test.each<[Json, string]>([
    [{ apiKey: KEY }, `"apiKey" ${TAKE_OUT}`],
    [{ api_key: KEY }, `"api_key" ${TAKE_OUT}`],
    [{ providers: { mine: { kind: "openai", apiKey: KEY } } }, `"providers.mine.apiKey" ${TAKE_OUT}`],
    [{ providers: { mine: { kind: "openai", token: KEY } } }, `"providers.mine.token" ${TAKE_OUT}`],
    [
      { mcp: { far: { url: "https://x.test", headers: { Authorization: `Bearer ${KEY}` } } } },
      `"mcp.far.headers.Authorization" ${NAME_IT}`,
    ],
    [
      { providers: { mine: { kind: "openai", keyVariable: KEY } } },
      'providers["mine"].keyVariable is other text, expected the name of an environment variable in capitals, never the key itself',
    ],
    [
      { providers: { mine: { kind: "openai", baseUrl: `https://me:${KEY}@x.test` } } },
      'providers["mine"].baseUrl is other text, expected an http or https address without password and query',
    ],
  ])("a key has no place in a file, and is not told: %#", (file, reason) => {
    expect(reasonOf({ file })).toBe(`${PATH}: ${reason}`);
    expect(reason).not.toContain(KEY);
  });

  test.each<[Json]>([
    [{ providers: { token: { kind: "openai" } } }],
    [{ mcp: { far: { url: "https://x.test", headers: { Authorization: "Bearer ${FAR_TOKEN}" } } } }],
    [{ mcp: { secret: { command: "a", env: { TOKEN: "x" } } } }],
  ])("what is only called like one has its place: %#", (file) => {
    expect(reasonOf({ file })).toBeUndefined();
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
