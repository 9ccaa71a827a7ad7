import { expect, test } from "vitest";
import { digestText, type Json } from "#kernel";
import { sha256, utf8 } from "#platform";
import { type FileEyes, filesBehind, namedPaths, repositoryFolders } from "./named-files.ts";

/** Eyes that see these files and no others. */
function eyes(files: Readonly<Record<string, string>>): FileEyes {
  return {
    utf8,
    kindOf: (path) => (Object.hasOwn(files, path) ? "file" : "missing"),
    readInput: (path) => ({ ok: true, bytes: Buffer.from(files[path] ?? "") }),
    digestBytes: (bytes) => digestText(sha256, Buffer.from(bytes).toString()),
  };
}

test("the paths of a configuration are its rules, guards and the words that start its servers, beside it or below", () => {
  const config: Json = {
    model: "not/this",
    permissions: "rules.json",
    guards: ["secrets", "./guard.mjs"],
    mcp: {
      a: { command: "/usr/bin/node", args: ["--x", "serve.js"], cwd: "deep" },
      b: { command: "/repo/bin/b" },
      c: { url: "https://c.test" },
    },
  };
  expect(namedPaths(["/repo"], config)).toEqual([
    "/repo/rules.json",
    "/repo/secrets",
    "/repo/guard.mjs",
    "/repo/--x",
    "/repo/serve.js",
    "/repo/deep//usr/bin/node",
    "/repo/deep/--x",
    "/repo/deep/serve.js",
    "/repo/bin/b",
  ]);
});

test("what modules import by a path is behind them, however far, and rings end", () => {
  const files = {
    "/r/guard.mjs": `import a from "./lib/a.js"; import fs from "node:fs"; await import('./late.ts');`,
    "/r/lib/a.js": `require("../b"); require("./gone");`,
    "/r/b.cjs": `require('./lib/a.js')`,
    "/r/late.ts": "",
    "/r/rules.json": `"./other.json"`,
    "/r/other.json": "",
  };
  expect(filesBehind(["/r/guard.mjs", "/r/rules.json", "/r/none"], eyes(files)).map(({ path }) => path)).toEqual([
    "/r/b.cjs",
    "/r/guard.mjs",
    "/r/late.ts",
    "/r/lib/a.js",
    "/r/rules.json",
  ]);
});

test("names are looked for up to the root of the repository, and nowhere else", () => {
  const kindOf: FileEyes["kindOf"] = (path) => (path === "/a/r/.git" ? "folder" : "missing");
  expect(repositoryFolders("/a/r/b/c/tusk.config.json", { kindOf })).toEqual(["/a/r/b/c", "/a/r/b", "/a/r"]);
  expect(repositoryFolders("/a/r/tusk.config.json", { kindOf })).toEqual(["/a/r"]);
  expect(repositoryFolders("/a/x/tusk.config.json", { kindOf })).toEqual(["/a/x"]);
  expect(repositoryFolders("/tusk.config.json", { kindOf })).toEqual(["/"]);
});
