import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "./support/root.ts";
import { runProcess } from "./support/run-process.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { cleanCopy } from "./walls/clean-copy.ts";

/** Codes per file, each once, sorted; files without an error are not in it. */
type Codes = ReadonlyMap<string, readonly string[]>;

const folder = temporaryFolder();
const clean = join(folder, "clean");
const refused = namesIn("types/refuses");
let codes: Codes = new Map();

/** The sources without their tests, compiled: what the tables and the declarations are looked at in. */
beforeAll(async () => {
  cleanCopy(clean);
  expect(await compile(["-b", "src/cli"], clean)).toEqual(new Map());
});

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

/** The same moves by somebody who has the package and not its sources. */
describe("types/refuses against the emitted declarations (K02)", () => {
  const emitted = join(folder, "emitted");
  const KERNEL = '"#kernel"';

  /** Files whose only imports are the kernel's public names. */
  const facing = refused.filter((file) => {
    const twins = ["refuses", "compiles"].map((kind) => readFileSync(join(ROOT, "types", kind, file), "utf8"));
    return twins.every((text) => [...text.matchAll(/ from (".*?")/g)].every(([, from]) => from === KERNEL));
  });

  beforeAll(async () => {
    cpSync(join(clean, "build/types/kernel"), join(emitted, "kernel"), { recursive: true });
    for (const file of ["package.json", "tsconfig.base.json"]) cpSync(join(ROOT, file), join(emitted, file));
    const base = JSON.parse(readFileSync(join(ROOT, "types/refuses/tsconfig.json"), "utf8")) as object;
    for (const kind of ["refuses", "compiles"]) {
      mkdirSync(join(emitted, "types", kind), { recursive: true });
      for (const file of facing) {
        const text = readFileSync(join(ROOT, "types", kind, file), "utf8");
        writeFileSync(join(emitted, "types", kind, file), text.replaceAll(KERNEL, '"../../kernel/index.js"'));
      }
    }
    const compilerOptions = { ...Reflect.get(base, "compilerOptions"), types: [] };
    writeFileSync(join(emitted, "types/refuses/tsconfig.json"), JSON.stringify({ ...base, compilerOptions }));
    codes = await compile(["-p", "types/refuses"], emitted);
  });

  test("every stage and every permit is among them", () => {
    expect(facing.length).toBeGreaterThan(100);
    for (const name of ["call-spec", "tool-requests", "guarded-requests", "tool-results", "tool-use", "join-closed"])
      expect(facing).toContain(`literal-${name}.ts`);
    for (const name of ["mutation-ready", "mandate", "escalation", "human-override"])
      for (const move of ["literal", "spread", "new", "extends", "implements", "twin"])
        expect(facing).toContain(`${move}-${name}.ts`);
  });

  test.each(facing)("%s does not compile there either, with exactly the code it names", (file) => {
    // Emitted, every private name is called `#private`: where that changes the code, a second line names it.
    const [head = "", second = ""] = readFileSync(join(ROOT, "types/refuses", file), "utf8").split("\n");
    const named = second.startsWith("// emitted: ") ? second.replace("emitted", "refuses") : head;
    expect(`// refuses: ${codes.get(`types/refuses/${file}`)?.join(" ") ?? "nothing"}`).toBe(named);
  });

  test("each legal twin compiles, and nothing else is wrong", () => {
    expect([...codes.keys()].toSorted()).toEqual(facing.map((file) => `types/refuses/${file}`));
  });
});

/** The tables themselves, each with one thing changed: what the compiler says about the file they stand in. */
describe("the real tables", () => {
  const GATE = "src/kernel/gate/table.ts";
  const TABLES = [
    ["an action without a renderer", "src/cli/run.ts", / {2}"json\.digest": \(\) => import.*\n/, "", "TS2741"],
    ["an action without a row", "src/host/table/evidence.ts", rowOf("json.digest"), "", "TS2741"],
    ["a class without a row", GATE, rowOf("tool.caller_not_allowed"), "", "TS2345"],
    ["a reference class without a row", GATE, rowOf("tool.result_orphan"), "", "TS2345"],
    ["a rule without its check", GATE, / {8}check: caller\.callerNotAllowed,\n/, "", "TS2322"],
    ["a reference class without its reference rule", GATE, / {4}reference: wire\.resultOrphan,\n/, "", "TS2741"],
    ["a class without rules", GATE, "full: [wire.resultOrphan],", "full: [],", "TS2322"],
    ["a rule of the guard at the requests", GATE, 'stage: "guard"', 'stage: "requests"', "TS2322"],
    ["a rule of the mutation at the join", GATE, 'stage: "mutation"', 'stage: "join"', "TS2322"],
    ["a class outside the taxonomy", "src/kernel/gate/classes.ts", / {2}"tool\.result_orphan",\n/, "", "TS2353"],
    ["a spec field without a row", "src/kernel/spec/call-spec-fields.ts", / {2}riskTier: \{.*\},\n/, "", "TS2741"],
    ["a mutation without a row", "src/kernel/permit/mutation.ts", / {2}"issue\.close": row.*\n/, "", "TS2741"],
  ] as const;

  /** One row of a table, from its key to its closing brace. */
  function rowOf(key: string): RegExp {
    return new RegExp(` {2}"${key.replace(".", "\\.")}": \\{\\n(?: {4}.*\\n)* {2}\\},\\n`);
  }

  test.each(TABLES)("%s does not compile (H01, K10)", async (name, path, part, instead, code) => {
    const copy = join(folder, name.replaceAll(" ", "-"));
    cpSync(clean, copy, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    const text = readFileSync(join(copy, path), "utf8");
    writeFileSync(join(copy, path), text.replace(part, instead));
    expect(readFileSync(join(copy, path), "utf8")).not.toBe(text);
    // Where a class is taken out of the list, it is the table that no longer fits.
    const complains = path.endsWith("classes.ts") ? GATE : path;
    const layer = path.split("/").slice(0, 2).join("/");
    expect((await compile(["-b", layer], copy)).get(complains)).toEqual([code]);
  });
});
