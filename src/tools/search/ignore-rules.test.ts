import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { temporaryWorkspace } from "../../../tests/tools/temporary-workspace.ts";
import { openWorkspace } from "../workspace/open-workspace.ts";
import { findNames } from "./find-names.ts";
import { ignoreRules } from "./ignore-rules.ts";
import { ripgrepPath } from "./ripgrep-path.ts";

test.each([
  ["name", "/a/b/**/name"],
  ["/name", "/a/b/name"],
  ["folder/", "/a/b/**/folder/"],
  ["x/y", "/a/b/x/y"],
  ["!*.log", "!/a/b/**/*.log"],
  ["!/x", "!/a/b/x"],
  ["\\#x", "/a/b/**/\\#x"],
  ["spaces  \r", "/a/b/**/spaces"],
  ["space\\ ", "/a/b/**/space\\ "],
  ["**/x", "/a/b/**/x"],
])("the line %j below a/b is %j at the root", (line, rule) =>
  expect(ignoreRules([{ path: "a/b/.gitignore", text: line }])).toStrictEqual([rule]),
);

test.each(["", "  ", "# x", "/", "!", "!/", "//"])("the line %j is no rule", (line) =>
  expect(ignoreRules([{ path: "a/.gitignore", text: line }])).toStrictEqual([]),
);

test("deeper files have the last word over those of their name, and each name over the ones before it", () => {
  const paths = [".rgignore", "a/.ignore", "a/-/.gitignore", ".ignore", ".gitignore", "a/.gitignore"];
  const files = paths.map((path) => ({ path, text: "/x" }));
  expect(ignoreRules([...files, { path: ".git/info/exclude", text: "/e" }])).toStrictEqual([
    "/e",
    "/x",
    "/a/x",
    "/a/-/x",
    "/x",
    "/a/x",
    "/x",
  ]);
});

test("a folder's own name is no pattern", () =>
  expect(ignoreRules([{ path: "[a]{b}*?/.ignore", text: "x" }])).toStrictEqual(["/\\[a\\]\\{b\\}\\*\\?/**/x"]));

const name = fc.constantFrom("a", "b", "[c]", "x.log");
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
const piece = fc.constantFrom("a", "b", "\\[c\\]", "x.log", "*.log", "*", "**", "[ab]", "{a,b}", "?");
const line = fc
  .tuple(
    fc.constantFrom("", "", "!", "#"),
    fc.constantFrom("", "", "/"),
    fc.array(piece, { minLength: 1, maxLength: 3 }),
    fc.constantFrom("", "", "/", "  ", "\r", "["),
  )
  .map(([not, slash, pieces, end]) => `${not}${slash}${pieces.join("/")}${end}`);
const ignores = fc.dictionary(
  fc
    .tuple(fc.array(name, { maxLength: 2 }), fc.constantFrom(".gitignore", ".ignore", ".rgignore"))
    .map((parts) => parts.flat().join("/")),
  fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join("\n")),
  { maxKeys: 4 },
);

/** What ripgrep finds when it reads the ignore files itself. */
async function foundByRipgrep(root: string, folder: string): Promise<readonly string[]> {
  const args = ["--no-config", "--files", "--hidden", "--no-require-git", "--no-ignore-global", "--sort=path"];
  const words = [...args, "--no-messages", "--no-ignore-messages", "--glob=!.git", "--", folder];
  const program = await ripgrepPath();
  const script = '"$0" "$@" || [ $? = 1 ]';
  const output = execFileSync("/bin/sh", ["-c", script, program, ...words], { cwd: root, encoding: "utf8" });
  return output.split("\n").slice(0, -1);
}

async function found(root: string, folder: string): Promise<readonly string[]> {
  const session = openWorkspace(root, { role: "tester" });
  const query = { folder, args: ["--files"], accepts: () => true, signal: new AbortController().signal };
  const { paths } = await findNames(session.forCall("glob").workspace, query);
  session.close();
  return paths;
}

test("of random trees with ignore files everywhere the same files are found as ripgrep finds by itself", async () => {
  const root = join(temporaryWorkspace(), "root");
  let passedOver = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(path, { minLength: 1, maxLength: 12 }),
      ignores,
      fc.boolean(),
      async (paths, files, deep) => {
        rmSync(root, { recursive: true, force: true });
        const all = Object.entries({
          ...Object.fromEntries(paths.map((file) => [`${file}/f`, ""])),
          "a/f": "",
          ...files,
        });
        for (const [file, text] of all) {
          mkdirSync(dirname(join(root, file)), { recursive: true });
          writeFileSync(join(root, file), text);
        }
        const folder = deep ? "a" : ".";
        const expected = (await foundByRipgrep(root, folder)).map((file) => file.replace(/^\.\//, "")).toSorted();
        passedOver += all.length - expected.length;
        expect(await found(root, folder)).toStrictEqual(expected);
      },
    ),
    { numRuns: 120 },
  );
  expect(passedOver).toBeGreaterThan(100);
});
