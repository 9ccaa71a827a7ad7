import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  compileSchema,
  type Digest,
  digestText,
  Float,
  type Json,
  parseDigest,
  publishedSchema,
  readJson,
} from "#kernel";
import { memoryWitnesses, openWitnesses } from "#memory";
import { sha256, utf8 } from "#platform";
import { PortError, type WitnessStore } from "#ports";
import { temporaryFolder } from "../../../tests/support/temporary-folder.ts";

const root = temporaryFolder();

function newFolder(): string {
  return join(mkdtempSync(join(root, "w-")), "witnesses");
}

function pathOf(folder: string, ref: Digest): string {
  const hex = ref.slice("sha256:".length);
  return join(folder, hex.slice(0, 2), `${hex.slice(2)}.json`);
}

function refusal(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    if (error instanceof PortError && error.port === "witnesses") return { code: error.code, message: error.message };
    throw error;
  }
  return "nothing was refused";
}

const NOWHERE = parseDigest(`sha256:${"0".repeat(64)}`) ?? expect.fail();
const SPEC: Json = { modelRef: "m", numbers: [new Float(1), 2n ** 63n, 0.1 + 0.2], text: "é\n" };

describe.each(["always", "never", "memory"] as const)("witnesses, synced %s", (sync) => {
  const open = async (folder: string): Promise<WitnessStore> =>
    sync === "memory" ? memoryWitnesses() : openWitnesses(folder, { sync });

  test("are named by their content, kept once and read as they were put (M14)", async () => {
    const store = await open(newFolder());
    const ref = store.put("CallSpec", SPEC);
    expect([store.put("CallSpec", SPEC), store.get(ref)]).toStrictEqual([ref, { kind: "CallSpec", value: SPEC }]);
    const others = (["ToolUse", "JoinClosed", "MutationReady"] as const).map((kind) => store.put(kind, SPEC));
    expect(new Set([ref, ...others]).size).toBe(4);
    expect(store.list()).toStrictEqual([ref, ...others].toSorted());
    expect(store.verify()).toStrictEqual({ checked: 4, bad: undefined });
  });

  test("have the same name whatever the order of their keys, and in memory as in files", async () => {
    const store = await open(newFolder());
    const ref = store.put("ToolUse", { a: 1, b: [true, null] });
    expect([
      store.put("ToolUse", { b: [true, null], a: 1 }),
      memoryWitnesses().put("ToolUse", { a: 1, b: [true, null] }),
    ]).toStrictEqual([ref, ref]);
    expect(ref).toBe(
      digestText(sha256, '{"kind":"ToolUse","schema":"tusk.witness.v1","value":{"a":1,"b":[true,null]}}'),
    );
  });

  test("that are not there, or no JSON, are refused", async () => {
    const store = await open(newFolder());
    expect(refusal(() => store.get(NOWHERE))).toStrictEqual({
      code: "missing",
      message: `there is no witness ${NOWHERE}`,
    });
    expect(() => store.put("ToolUse", { x: undefined } as unknown as Json)).toThrow("is not JSON");
    expect([store.list(), store.verify()]).toStrictEqual([[], { checked: 0, bad: undefined }]);
  });
});

describe("the files of witnesses", () => {
  test("are their owner's alone, leave no drafts, fit their schema and are not written twice", async () => {
    const folder = newFolder();
    const ref = (await openWitnesses(folder, { sync: "always" })).put("CallSpec", SPEC);
    const path = pathOf(folder, ref);
    const mode = (at: string): string => (lstatSync(at).mode & 0o777).toString(8);
    expect([path, dirname(path), folder].map(mode)).toStrictEqual(["600", "700", "700"]);
    expect(readdirSync(dirname(path))).toHaveLength(1);
    const reading = readJson(readFileSync(path), utf8);
    expect(compileSchema(publishedSchema("tusk.witness.v1") ?? false)(reading.ok ? reading.value : null)).toStrictEqual(
      [],
    );
    const inode = statSync(path).ino;
    (await openWitnesses(folder, { sync: "always" })).put("CallSpec", SPEC);
    expect(statSync(path).ino).toBe(inode);
  });

  test("with any byte changed are found: by get, by put, and by verify, which names the first (M14)", async () => {
    const folder = newFolder();
    const store = await openWitnesses(folder, { sync: "never" });
    const refs = Array.from({ length: 8 }, (_, n) => store.put("JoinClosed", { n, text: "é".repeat(n) })).toSorted();
    fc.assert(
      fc.property(fc.nat(7), fc.nat(), fc.integer({ min: 1, max: 255 }), (which, at, flip) => {
        const ref = refs[which] ?? NOWHERE;
        const path = pathOf(folder, ref);
        const original = readFileSync(path);
        const changed = Buffer.from(original);
        changed[at % changed.length] = (changed[at % changed.length] ?? 0) ^ flip;
        writeFileSync(path, changed);
        expect(store.verify()).toStrictEqual({
          checked: which,
          bad: { path, problem: "its content is not what its name says" },
        });
        expect(refusal(() => store.get(ref))).toMatchObject({ code: "damaged" });
        writeFileSync(path, original);
      }),
      { numRuns: 200 },
    );
    expect(store.verify()).toStrictEqual({ checked: 8, bad: undefined });
  });

  test("that stand there changed are not written over", async () => {
    const folder = newFolder();
    const ref = (await openWitnesses(folder, { sync: "never" })).put("CallSpec", SPEC);
    writeFileSync(pathOf(folder, ref), "");
    const store = await openWitnesses(folder, { sync: "never" });
    expect(refusal(() => store.put("CallSpec", SPEC))).toStrictEqual({
      code: "damaged",
      message: `${pathOf(folder, ref)}: its content is not what its name says. Nothing was changed; move the file away to go on without it.`,
    });
    rmSync(pathOf(folder, ref));
    expect([store.put("CallSpec", SPEC), store.get(ref).value]).toStrictEqual([ref, SPEC]);
  });

  test("under another name, no witness by its form, or of no witness's name are found by verify", async () => {
    const folder = newFolder();
    const store = await openWitnesses(folder, { sync: "never" });
    const ref = store.put("CallSpec", SPEC);
    const other = pathOf(folder, ref).replace(/.\.json$/, (end) => (end === "0.json" ? "1.json" : "0.json"));
    renameSync(pathOf(folder, ref), other);
    expect(store.verify()).toStrictEqual({
      checked: 0,
      bad: { path: other, problem: "its content is not what its name says" },
    });
    rmSync(other);
    const shaped = pathOf(folder, digestText(sha256, "{}"));
    mkdirSync(dirname(shaped));
    writeFileSync(shaped, "{}");
    expect(store.verify()).toStrictEqual({
      checked: 0,
      bad: { path: shaped, problem: "it is no witness of tusk.witness.v1" },
    });
    rmSync(shaped);
    writeFileSync(join(folder, "README"), "");
    store.put("CallSpec", SPEC);
    expect(store.verify().bad).toStrictEqual({ path: join(folder, "README"), problem: "its name is no witness's" });
    expect(store.list()).toStrictEqual([ref]);
  });

  test("are not read through a link, and a killed writer's draft is no witness", async () => {
    const folder = newFolder();
    const store = await openWitnesses(folder, { sync: "never" });
    const ref = store.put("CallSpec", SPEC);
    writeFileSync(join(dirname(pathOf(folder, ref)), ".x.json.1.1.draft"), "{");
    expect(store.verify()).toStrictEqual({ checked: 1, bad: undefined });
    const elsewhere = join(root, "elsewhere.json");
    renameSync(pathOf(folder, ref), elsewhere);
    symlinkSync(elsewhere, pathOf(folder, ref));
    expect(refusal(() => store.get(ref))).toMatchObject({ code: "io" });
  });

  test.skipIf(process.getuid?.() === 0)(
    "in a folder that may not be written are refused (skipped for root, who may write everywhere)",
    async () => {
      const folder = newFolder();
      const store = await openWitnesses(folder, { sync: "never" });
      chmodSync(dirname(folder), 0o500);
      expect(refusal(() => store.put("CallSpec", SPEC))).toMatchObject({ code: "io" });
      chmodSync(dirname(folder), 0o700);
    },
  );
});
