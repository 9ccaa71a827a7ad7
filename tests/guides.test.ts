import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "./support/root.ts";
import { runProcess } from "./support/run-process.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

/** A code block of a guide that names its file, and the output block that follows it, if any. */
interface Block {
  readonly file: string;
  readonly code: string;
  readonly output: string | undefined;
}

const guides = join(ROOT, "docs/guides");

function blocksOf(guide: string): readonly Block[] {
  const text = readFileSync(join(guides, guide), "utf8");
  const blocks = [...text.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm)];
  return blocks.flatMap(([, language, file, code = ""], at) => {
    if (language !== "ts" || file === undefined) return [];
    const following = blocks[at + 1];
    return [{ file, code, output: following?.[1] === "text" ? following[3] : undefined }];
  });
}

/** A guide imports the package by its name; here that is this clone's library face, its tools, and its door for tests. */
function overClone(code: string): string {
  const door = (path: string): string => JSON.stringify(join(ROOT, "src", path));
  return code
    .replaceAll('"tusk-harness"', door("index.ts"))
    .replaceAll('"tusk-harness/tools"', door("tools-door.ts"))
    .replaceAll('"tusk-harness/testing"', door("testing/index.ts"));
}

describe.each(readdirSync(guides))("docs/guides/%s", (guide) => {
  const folder = temporaryFolder();
  const blocks = blocksOf(guide);

  beforeAll(() => {
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    // What a guide imports beside the package is what this clone has installed.
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
    for (const { file, code } of blocks) writeFileSync(join(folder, file), overClone(code));
  });

  test("has blocks that run, and blocks that show what they print", () => {
    expect(blocks.length).toBeGreaterThanOrEqual(4);
    expect(blocks.filter((block) => block.output !== undefined).length).toBeGreaterThanOrEqual(3);
  });

  test.each(blocks.filter((block) => !/\/\/ TS\d+$/m.test(block.code)))(
    "$file compiles, runs, and prints what the page says",
    async ({ file, output }) => {
      expect(await compile(folder, file)).toEqual([]);
      const { stdout, stderr } = await runProcess(process.execPath, [file], { cwd: folder });
      expect(stderr).toBe("");
      // What another block of the page prints on the way belongs to that block.
      const own = stdout.replace(file === blocks[0]?.file ? "" : (blocks[0]?.output ?? ""), "");
      expect(own).toBe(output ?? "");
    },
  );

  test.each(blocks.filter((block) => /\/\/ TS\d+$/m.test(block.code)))(
    "$file is refused by the compiler with the code it names",
    async ({ file, code }) => {
      const expected = [...code.matchAll(/\/\/ (TS\d+)$/gm)].map(([, id = ""]) => id);
      expect(await compile(folder, file)).toEqual(expected);
    },
  );

  test("the first block takes at most 40 lines", () => {
    expect((blocks[0]?.code.trimEnd().split("\n") ?? []).length).toBeLessThanOrEqual(40);
  });
});

/** The compiler's codes for one file of the guide, under this project's own strictness. */
async function compile(folder: string, file: string): Promise<readonly string[]> {
  const config = {
    extends: join(ROOT, "tsconfig.base.json"),
    compilerOptions: {
      composite: false,
      declaration: false,
      isolatedDeclarations: false,
      emitDeclarationOnly: false,
      noEmit: true,
      rewriteRelativeImportExtensions: false,
      types: ["node"],
      typeRoots: [join(ROOT, "node_modules/@types")],
    },
    files: [file],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  const { stdout } = await runProcess(process.execPath, [tsc, "-p", folder, "--pretty", "false"], { cwd: folder });
  return [...stdout.matchAll(/error (TS\d+):/g)].map(([, id = ""]) => id);
}
