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

function blocksOf(page: string): readonly Block[] {
  const text = readFileSync(page, "utf8");
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
    .replaceAll('"tusk-harness/models"', door("models-door.ts"))
    .replaceAll('"tusk-harness/testing"', door("testing/index.ts"));
}

function writeBlocks(folder: string, blocks: readonly Block[]): void {
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  // What a guide imports beside the package is what this clone has installed.
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  for (const { file, code } of blocks) writeFileSync(join(folder, file), overClone(code));
}

/** The codes that a block says it is refused with. */
function expectedCodes({ code }: Block): readonly string[] {
  return [...code.matchAll(/\/\/ (TS\d+)$/gm)].map(([, id = ""]) => id);
}

/** The page's blocks in a folder of their own, compiled together, each run and held against what the page says. */
function testBlocks(page: string): readonly Block[] {
  const folder = temporaryFolder();
  const blocks = blocksOf(page);
  let codes: Codes = new Map();

  beforeAll(async () => {
    writeBlocks(folder, blocks);
    const files = blocks.map(({ file }) => file);
    codes = await compile(folder, files);
  });

  test("compiles, but for the blocks that name the code they are refused with", () => {
    const refused = blocks.filter((block) => expectedCodes(block).length > 0);
    expect(codes).toEqual(new Map(refused.map((block) => [block.file, expectedCodes(block)])));
  });

  test.each(blocks.filter((block) => expectedCodes(block).length === 0))(
    "$file runs, and prints what the page says",
    async ({ file, output }) => {
      const { stdout, stderr } = await runProcess(process.execPath, [file], { cwd: folder });
      expect(stderr).toBe("");
      // What another block of the page prints on the way belongs to that block.
      const own = stdout.replace(file === blocks[0]?.file ? "" : (blocks[0]?.output ?? ""), "");
      expect(own).toBe(output ?? "");
    },
  );
  return blocks;
}

describe("README.md", () => {
  const blocks = testBlocks(join(ROOT, "README.md"));

  test("has the library's examples", () => {
    expect(blocks.map(({ file }) => file)).toEqual(["library.ts", "judged.ts"]);
  });
});

/** Guides of commands have none (`command-guides.test.ts`). */
const withBlocks = readdirSync(guides).filter((guide) => blocksOf(join(guides, guide)).length > 0);

describe.each(withBlocks)("docs/guides/%s", (guide) => {
  const blocks = testBlocks(join(guides, guide));

  test("has blocks that run, and blocks that show what they print", () => {
    expect(blocks.length).toBeGreaterThanOrEqual(4);
    expect(blocks.filter((block) => block.output !== undefined).length).toBeGreaterThanOrEqual(3);
  });

  test("the first block takes at most 40 lines", () => {
    expect((blocks[0]?.code.trimEnd().split("\n") ?? []).length).toBeLessThanOrEqual(40);
  });
});

/** Codes per file, in the order in which they stand; files without an error are not in it. */
type Codes = ReadonlyMap<string, readonly string[]>;

/** What the compiler says of the files of a page, under this project's own strictness. */
async function compile(folder: string, files: readonly string[]): Promise<Codes> {
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
    files,
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  const { stdout } = await runProcess(process.execPath, [tsc, "-p", folder, "--pretty", "false"], {
    cwd: folder,
    timeout: 60_000,
  });
  const rows = [...stdout.matchAll(/^(?:(\S+?)\(\d+,\d+\): )?error (TS\d+):/gm)];
  const found = Map.groupBy(rows, ([, file = "no file"]) => file);
  return new Map([...found].map(([file, errors]) => [file, errors.map(([, , id = ""]) => id)]));
}
