import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { HOST_ACTIONS } from "#host";
import { CONFIG_KEYS, type Json, type JsonObject, nestValues, VERIFICATION_RUNNERS } from "#kernel";
import { makeFifo } from "../support/make-fifo.ts";
import { ROOT } from "../support/root.ts";
import { type Ended, runProcess } from "../support/run-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { expectNoStackTrace, expectRefused, NO_TERMINAL, onTerminal, premath, tusk } from "./program.ts";
import { expectSortedJson } from "./sorted-json.ts";

const TUSK = join(ROOT, "bin/tusk");
const top = temporaryFolder();

/** A folder of its own with these files in it; a repository, so that nothing above it is looked at. */
function folder(files: Readonly<Record<string, string>> = {}): string {
  const path = mkdtempSync(join(top, "folder-"));
  mkdirSync(join(path, ".git"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return path;
}

/** What `config show --json` says of the table's defaults. */
const DEFAULTS = defaults();

function defaults(): { readonly config: JsonObject; readonly origins: Readonly<Record<string, object>> } {
  const rows = Object.entries<{ readonly fallback?: Json }>(CONFIG_KEYS).flatMap(([path, { fallback }]) =>
    fallback === undefined ? [] : [{ path, setting: { value: fallback, origin: { kind: "default" as const } } }],
  );
  const origins = rows.map(({ path, setting: { origin } }) => [path, origin] as const);
  return { config: nestValues(rows), origins: Object.fromEntries(origins) };
}

/** An environment in which no variable sets a key, but those given. */
function environment(given: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { NO_COLOR: _color, TUSK_ACTOR: _actor, TUSK_MODEL: _model, ...others } = process.env;
  return { ...others, ...given };
}

/** Shows the configuration; one in code that is found is trusted first, as a person does it. */
async function show(cwd: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  if (readdirSync(cwd).some((name) => /^tusk\.config\.[a-z]?[jt]s$/.test(name))) await trust(cwd);
  return tusk(["config", "show", ...args], { cwd, env: environment(env) });
}

function trust(cwd: string): Promise<Ended> {
  return tusk(["config", "trust", "--yes"], { cwd, env: environment() });
}

describe.concurrent("config show", () => {
  test("prints key, value and origin, aligned", async () => {
    const cwd = folder({ "tusk.config.json": '{"stateDir": "state", "run": {"maxCost": "2.50"}}' });
    const { code, stdout, stderr } = await show(cwd, ["--color", "auto"], { TUSK_ACTOR: "me", TUSK_MODEL: "a/b" });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const lines = stdout.split("\n");
    expect(lines.slice(0, 7)).toEqual([
      "schema                   -                  not set",
      'actor                    "me"               environment TUSK_ACTOR',
      `stateDir                 "state"            file ${cwd}/tusk.config.json`,
      'color                    "auto"             flag --color',
      `check.runners            ${JSON.stringify(VERIFICATION_RUNNERS)}  default`,
      'model                    "a/b"              environment TUSK_MODEL',
      "reasoning                -                  not set",
    ]);
    expect(lines).toContain("run.maxSteps             50                 default");
    expect(lines).toContain(`run.maxCost              "2.50"             file ${cwd}/tusk.config.json`);
    expect(lines.slice(0, -1).map((line) => line.split(" ")[0])).toEqual(Object.keys(CONFIG_KEYS));
  });

  test("a key in the file is refused, and what servers are given is not shown", async () => {
    const SECRET = "sk-S3CR3T";
    const held = folder({
      "tusk.config.json": JSON.stringify({ providers: { a: { kind: "openai", apiKey: SECRET } } }),
    });
    const refused = await show(held);
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toContain('"providers.a.apiKey" holds a key; keys come from the environment only');
    expect(refused.stderr).not.toContain(SECRET);
    const given = folder({ "tusk.config.json": JSON.stringify({ mcp: { a: { command: "b", env: { C: SECRET } } } }) });
    for (const args of [[], ["--json"]]) {
      const { code, stdout } = await show(given, args);
      expect(code).toBe(0);
      expect(stdout).toContain("(not shown)");
      expect(stdout).not.toContain(SECRET);
    }
  });

  test("--json prints the values, the file and the origins, with sorted keys (contract 0.2)", async () => {
    const cwd = folder({ "tusk.config.json": '{"stateDir": "state", "schema": 1}' });
    const { code, stdout, stderr } = await show(cwd, ["--json"], { NO_COLOR: "1" });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const path = join(cwd, "tusk.config.json");
    expect(expectSortedJson(stdout)).toEqual({
      config: { ...DEFAULTS.config, color: "never", schema: 1, stateDir: "state" },
      file: path,
      origins: {
        ...DEFAULTS.origins,
        color: { kind: "environment", name: "NO_COLOR" },
        schema: { kind: "file", path },
        stateDir: { kind: "file", path },
      },
    });
  });

  test("without a file the defaults hold, and file is null", async () => {
    const { stdout } = await show(folder(), ["--json"]);
    expect(JSON.parse(stdout)).toEqual({ ...DEFAULTS, file: null });
    expect(DEFAULTS.config).toMatchObject({
      check: { runners: VERIFICATION_RUNNERS },
      color: "auto",
      stateDir: ".premath",
    });
  });

  test("is the same under both names on a pipe (H06)", async () => {
    const options = { cwd: folder({ "tusk.config.json": "{}" }), env: environment() };
    expect(await premath(["config", "show"], options)).toEqual(await tusk(["config", "show"], options));
  });

  test("reads the file of a parent folder, up to the repository's root", async () => {
    const cwd = folder({ "tusk.config.json": '{"actor": "above"}' });
    mkdirSync(join(cwd, "a/b"), { recursive: true });
    expect((await show(join(cwd, "a/b"))).stdout).toContain(`"above"            file ${cwd}/tusk.config.json\n`);
    mkdirSync(join(cwd, "a/.git"));
    expect((await show(join(cwd, "a/b"))).stdout).not.toContain("above");
  });

  test("--config names any file, relative to here, and no other is looked at", async () => {
    const cwd = folder({ "tusk.config.json": "not JSON", "other.json": '{"actor": "other"}' });
    const named = await show(cwd, ["--config", "other.json"]);
    expect(named.stdout).toContain(`file ${cwd}/other.json\n`);
    expect(await show(folder(), [`--config=${cwd}/other.json`])).toEqual(named);
  });

  test("values and paths are made harmless, on a pipe too", async () => {
    const cwd = folder({ "tusk.config.json": JSON.stringify({ actor: "a\u001B[31m\u202E\u009Bz" }) });
    expect((await show(cwd)).stdout).toContain('"a\\u001b[31m\\u{202e}\\u{9b}z"');
  });

  test("other commands do not read the configuration: a broken one is not theirs", async () => {
    const cwd = folder({ "tusk.config.ts": 'throw new Error("ran");' });
    expect(await tusk(["tour"], { cwd })).toMatchObject({ code: 0, stderr: "" });
  });
});

describe.concurrent("a configuration in code", () => {
  const ACTOR = '"me"               file';

  test.each([
    ["tusk.config.ts", 'export default { actor: "me" };'],
    ["tusk.config.ts", 'export const config: { actor: string } = { actor: "me" as string };'],
    ["tusk.config.ts", 'interface Config { actor: string }\nexport default { actor: "me" } satisfies Config;'],
    ["tusk.config.ts", 'export default { actor: await Promise.resolve("me") };'],
    ["tusk.config.ts", 'import { actor } from "./actor.ts";\nexport default { actor };'],
    ["tusk.config.mjs", 'export default { actor: "me" };'],
    ["tusk.config.js", 'export default { actor: "me" };'],
    ["tusk.config.js", 'module.exports = { actor: "me" };'],
    ["tusk.config.js", 'exports.config = { actor: "me" };'],
  ])("%s may say: %s", async (name, text) => {
    const cwd = folder({ [name]: text, "actor.ts": 'export const actor: string = "me";' });
    const { code, stdout, stderr } = await show(cwd);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(`${ACTOR} ${cwd}/${name}\n`);
  });

  test.each(["{}", '{"type": "commonjs"}', '{"type": "module"}'])(
    "TypeScript is an ES module beside package.json %s, without a warning",
    async (manifest) => {
      const cwd = folder({ "tusk.config.ts": 'export default { actor: "me" };', "package.json": manifest });
      expect(await show(cwd)).toMatchObject({ code: 0, stdout: expect.stringContaining(ACTOR), stderr: "" });
    },
  );

  test("is read through a link that --config names", async () => {
    const cwd = folder();
    symlinkSync(join(folder({ "real.ts": 'export default { actor: "me" };' }), "real.ts"), join(cwd, "link.ts"));
    expect((await show(cwd, ["--config", "link.ts"])).stdout).toContain(`${ACTOR} ${cwd}/link.ts\n`);
  });

  test.each([
    ['throw new Error("boom\\nsecond");', "it throws while it loads at line 1: Error: boom second"],
    ['\n\nthrow "boom";', "it throws while it loads: boom"],
    ['void Promise.reject(new Error("stray")); export default {};', "it throws while it loads at line 1: Error: stray"],
    ["throw null;", "it throws while it loads: a thrown null"],
    ["export default {\n  actor: };", "it throws while it loads at line 2: SyntaxError: Expression expected"],
    [
      "enum A { B }",
      "it throws while it loads at line 1: SyntaxError: TypeScript enum is not supported in strip-only mode",
    ],
    ["export const other = 1;", "it exports no configuration; write `export default { ... }`"],
    ["export default undefined;", "it exports undefined; export the object itself"],
    ["export default Promise.resolve({});", "it exports a promise; export the object itself"],
    ["export default () => ({});", "it exports a function; export the object itself"],
    ["export default class {}", "it exports a class; export the object itself"],
    ["export default {}; export const config = {};", "it exports both `default` and `config`; keep one of them"],
    ["export default 7;", "the configuration is a number, expected an object"],
    ["export default { actor: () => 1 };", 'it exports what JSON cannot say: function at "actor" is not JSON'],
    ["export default { actor: undefined };", 'it exports what JSON cannot say: undefined at "actor" is not JSON'],
    [
      "export default new Map();",
      "it exports what JSON cannot say: an object that is more than its keys at the top is not JSON",
    ],
    ['export default { get actor() { throw new Error("g"); } };', "it throws while it loads at line 1: Error: g"],
    ['export default { actr: "me" };', 'unknown key "actr"; the nearest known key is actor'],
    ["export default { color: 3 };", "color is a number, expected one of auto, always, never"],
  ])("is refused in one line: %s", async (text, problem) => {
    const cwd = folder({ "tusk.config.ts": text });
    expectRefused(await show(cwd), `error: ${cwd}/tusk.config.ts: ${problem}`);
  });

  test("that imports what is not there is refused in one line", async () => {
    const cwd = folder({ "tusk.config.ts": 'import "nothing-of-that-name";' });
    const ended = await show(cwd);
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toMatch(/^error: \S+: it throws while it loads: Error: Cannot find package .*\n$/);
    expectNoStackTrace(ended);
  });

  test("that never finishes is given up, and does not end in silence", async () => {
    const cwd = folder({ "tusk.config.ts": "await new Promise(() => {}); export default {};" });
    expectRefused(await show(cwd), `error: ${cwd}/tusk.config.ts: it did not load within 5 seconds`);
  });

  test("outside the folders that are searched is not run", async () => {
    const cwd = folder();
    const elsewhere = folder({ "planted.ts": 'console.log("ran");\nexport default {};' });
    symlinkSync(join(elsewhere, "planted.ts"), join(cwd, "tusk.config.ts"));
    const ended = await show(cwd);
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toContain("outside the folders that are searched");
  });
});

describe.concurrent("a configuration that cannot be used ends with 2 and one line", () => {
  test.each([
    ['{"actor": }', "is not JSON: expected value at line 1 column 11"],
    ['{\n "actor": "a",\n "actor": "b"\n}', 'is not JSON: duplicate key "actor" at line 3 column 2'],
    ["", "is not JSON: EOF while parsing a value at line 1 column 0"],
    ['{"a": 1} x', "is not JSON: trailing characters at line 1 column 10"],
  ])("JSON: %j", async (text, problem) => {
    const cwd = folder({ "tusk.config.json": text });
    expectRefused(await show(cwd), `error: ${cwd}/tusk.config.json ${problem}`);
  });

  test.each([
    ['{"actr": 1}', 'unknown key "actr"; the nearest known key is actor'],
    ['{"actor": ["me"]}', "actor is a list, expected text"],
    ['{"schema": 2}', "schema is a number, expected 1"],
    ["[]", "the configuration is a list, expected an object"],
  ])("keys: %s", async (text, problem) => {
    const cwd = folder({ "tusk.config.json": text });
    expectRefused(await show(cwd), `error: ${cwd}/tusk.config.json: ${problem}`);
  });

  test("two files in one folder", async () => {
    const cwd = folder({ "tusk.config.json": "{}", "tusk.config.ts": "export default {};" });
    expectRefused(await show(cwd), `error: ${cwd} has both tusk.config.ts and tusk.config.json; keep one of them`);
  });

  test.each([
    ["nothing.json", "failed to read", ": No such file or directory (os error 2)"],
    ["nothing.ts", "failed to read", ": No such file or directory (os error 2)"],
    ["folder.json", "failed to read", ": Is a directory (os error 21)"],
    ["folder.ts", "", ": it is no file"],
    ["fifo.ts", "", ": it is no file"],
    ["fifo.json", "failed to read", ": it is a FIFO; give a file, or /dev/stdin to read a pipe"],
    ["config.yaml", "", ": a configuration file ends in .ts, .mjs, .js or .json"],
  ])("--config %s", async (name, before, after) => {
    const cwd = folder();
    for (const path of ["folder.json", "folder.ts"]) mkdirSync(join(cwd, path));
    for (const path of ["fifo.json", "fifo.ts"]) makeFifo(join(cwd, path));
    expectRefused(
      await show(cwd, ["--config", name]),
      `error: ${before === "" ? "" : `${before} `}${cwd}/${name}${after}`,
    );
  });

  test("a blank name in the environment", async () => {
    expectRefused(
      await show(folder(), [], { TUSK_ACTOR: " " }),
      "error: environment TUSK_ACTOR: actor is blank; give it a value or leave it out",
    );
  });

  test("a folder that is gone", async () => {
    const cwd = folder();
    const script = `cd "${cwd}" && rmdir .git && rmdir "${cwd}" && exec ${TUSK} config show`;
    const ended = await runProcess("/bin/sh", ["-c", script], { env: environment() });
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    // The shells on the way may say something of their own.
    expect(ended.stderr).toMatch(
      /^error: cannot tell which folder this is: No such file or directory \(os error 2\)\n$/m,
    );
  });
});

describe("config show on a terminal", () => {
  beforeEach(({ skip }) => skip(NO_TERMINAL !== undefined, NO_TERMINAL));
  const ESCAPE = "\u001B[";

  test.each([
    ["auto", {}, true],
    ["auto", { NO_COLOR: "1" }, false],
    ["never", {}, false],
    ["always", { TERM: "dumb" }, true],
  ] as const)("colours as the configuration says: %s with %j", async (color, env, coloured) => {
    const cwd = folder({ "tusk.config.json": color === "auto" ? "{}" : JSON.stringify({ color }) });
    const { code, stdout } = await onTerminal(`cd ${cwd} && ${TUSK} config show`, { TUSK_ACTOR: "", ...env });
    expect(code).toBe(0);
    expect(stdout.includes(ESCAPE)).toBe(coloured);
  });

  test("says how to configure where nothing is configured", async () => {
    const bare = folder();
    const { stdout } = await onTerminal(`cd ${bare} && ${TUSK} config show`);
    expect(stdout).toContain("hint: tusk.config.ts or tusk.config.json");
    rmSync(bare, { recursive: true });
  });

  test("what a configuration throws commands no terminal", async () => {
    const cwd = folder({ "tusk.config.mjs": String.raw`throw new Error("\u001b]0;owned\u0007\u202e");` });
    await trust(cwd);
    const { stdout } = await onTerminal(`cd ${cwd} && ${TUSK} config show`);
    expect(stdout).toContain("\\u{1b}]0;owned\\u{7}\\u{202e}");
    expect(stdout).not.toContain("\u001B");
  });
});

test("the choices of --color are those of the key", () => {
  const flag = HOST_ACTIONS["config.show"].flags.find(({ name }) => name === CONFIG_KEYS.color.flag);
  const { node } = CONFIG_KEYS.color.schema;
  expect(flag?.choices).toEqual(node.kind === "words" ? [...node.words] : []);
});
