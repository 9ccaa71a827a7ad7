import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "./support/root.ts";
import { runProcess } from "./support/run-process.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { cleanCopy } from "./walls/clean-copy.ts";

/** Codes per file, each once, sorted; files without an error are not in it. */
type Codes = ReadonlyMap<string, readonly string[]>;

const folder = temporaryFolder();
const refused = namesIn("types/refuses");
let codes: Codes = new Map();

function namesIn(path: string): readonly string[] {
  return readdirSync(join(ROOT, path))
    .filter((file) => file.endsWith(".ts"))
    .toSorted();
}

async function compile(args: readonly string[], cwd: string): Promise<Codes> {
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  const { stdout } = await runProcess(process.execPath, [tsc, ...args, "--pretty", "false"], { cwd });
  const rows = [...stdout.matchAll(/^(?:(\S+?)\(\d+,\d+\): )?error (TS\d+):/gm)];
  const files = Map.groupBy(rows, ([, file = "no file"]) => file);
  return new Map([...files].map(([file, found]) => [file, [...new Set(found.map(([, , id = ""]) => id))].toSorted()]));
}

describe("types/refuses and their legal twins", () => {
  beforeAll(async () => {
    codes = await compile(["-p", "types/refuses"], ROOT);
  });

  test.each(refused)("%s does not compile, with exactly the code it names", (file) => {
    const [head = ""] = readFileSync(join(ROOT, "types/refuses", file), "utf8").split("\n");
    expect(`// refuses: ${codes.get(`types/refuses/${file}`)?.join(" ") ?? "nothing"}`).toBe(head);
  });

  test("each refusal has a legal twin, which compiles, and nothing else is wrong", () => {
    expect(namesIn("types/compiles")).toEqual(refused);
    expect([...codes.keys()].toSorted()).toEqual(refused.map((file) => `types/refuses/${file}`));
  });
});

/** The tables themselves, each with one row taken out: what the compiler says about the file they stand in. */
describe("the real tables", () => {
  const clean = join(folder, "clean");
  const TABLES = [
    ["an action without a renderer", "src/cli/run.ts", / {2}"json\.digest": \(\) => import.*\n/, "TS2741"],
    ["an action without a row", "src/host/table.ts", rowOf("json.digest"), "TS2741"],
    ["a class without a rule", "src/kernel/gate/table.ts", rowOf("tool.result_orphan"), "TS2741"],
    ["a rule without its check", "src/kernel/gate/table.ts", / {4}check: tool\.resultOrphan,\n/, "TS2741"],
    ["a rule for a class outside the taxonomy", "src/kernel/gate/classes.ts", / {2}"tool\.result_orphan",\n/, "TS2353"],
  ] as const;

  /** One row of a table, from its key to its closing brace. */
  function rowOf(key: string): RegExp {
    return new RegExp(` {2}"${key.replace(".", "\\.")}": \\{\\n(?: {4}.*\\n)* {2}\\},\\n`);
  }

  beforeAll(async () => {
    cleanCopy(clean);
    expect(await compile(["-b", "src/cli"], clean)).toEqual(new Map());
  });

  test.each(TABLES)("%s does not compile (H01, K10)", async (name, path, row, code) => {
    const copy = join(folder, name.replaceAll(" ", "-"));
    cpSync(clean, copy, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    const text = readFileSync(join(copy, path), "utf8");
    writeFileSync(join(copy, path), text.replace(row, ""));
    expect(readFileSync(join(copy, path), "utf8")).not.toBe(text);
    // Where a class is taken out of the list, it is the table that no longer fits.
    const complains = path.endsWith("classes.ts") ? "src/kernel/gate/table.ts" : path;
    const layer = path.split("/").slice(0, 2).join("/");
    expect((await compile(["-b", layer], copy)).get(complains)).toEqual([code]);
  });
});
