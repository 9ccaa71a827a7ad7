import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  compileSchema,
  isJsonObject,
  JOIN_CHECK_INPUT,
  type Json,
  joinCheckPayload,
  judgeJoin,
  publishedSchema,
  readJson,
  readStruct,
  WIRE_KINDS,
} from "#kernel";
import { sha256, utf8 } from "#platform";
import { ROOT } from "./support/root.ts";
import { tusk } from "./cli/program.ts";

/** Every turn there is, golden or not. */
const turns = [
  "conformance/turns/golden",
  "conformance/turns/adversarial",
  "conformance/turns/full/golden",
  "conformance/turns/full/adversarial",
]
  .flatMap((folder) => readdirSync(join(ROOT, folder)).map((file) => join(folder, file)))
  .filter((path) => path.endsWith(".json") && !path.endsWith(".mutation.json"));

const check = (kind: string) => compileSchema(publishedSchema(kind) ?? false);

function read(path: string): Json {
  const reading = readJson(readFileSync(join(ROOT, path)), utf8);
  if (!reading.ok) throw new Error(`${path} is not JSON`);
  return reading.value;
}

describe("the published schemas (H07)", () => {
  test.each(Object.keys(WIRE_KINDS))("%s is printed as JSON Schema 2020-12 with an id and a title", async (kind) => {
    const { code, stdout } = await tusk(["schema", kind]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: `urn:tusk:schema:${kind}`,
      title: WIRE_KINDS[kind]?.title,
    });
  });

  test("an unknown kind is unusable, and the list is a list", async () => {
    expect((await tusk(["schema", "evidenc"])).stderr).toBe(
      "error: there is no wire kind evidenc; did you mean evidence?\n",
    );
    const { stdout } = await tusk(["schema", "--json"]);
    expect(JSON.parse(stdout).kinds.map((row: { kind: string }) => row.kind)).toEqual([
      ...Object.keys(WIRE_KINDS),
      "config",
    ]);
  });

  test("what the reader takes, the schema takes, and what it refuses for its form, the schema refuses", () => {
    const outcomes = turns.map((path) => {
      const value = read(path);
      const fits = check("join-check.input")(value).length === 0;
      const reading = readStruct(readFileSync(join(ROOT, path)), JOIN_CHECK_INPUT, utf8);
      const judgement = reading.ok ? judgeJoin(reading.value, sha256) : { ok: false };
      return { path, fits, usable: judgement.ok };
    });
    expect(outcomes.filter(({ fits, usable }) => usable && !fits)).toEqual([]);
    // Pairing, derivation and digests of values are more than a schema can say.
    expect(outcomes.filter(({ fits, usable }) => !usable && !fits).length).toBeGreaterThanOrEqual(5);
  });

  test("what harness-join-check prints validates, witness and normalised turn too", () => {
    let printed = 0;
    for (const path of turns) {
      const reading = readStruct(readFileSync(join(ROOT, path)), JOIN_CHECK_INPUT, utf8);
      const judgement = reading.ok ? judgeJoin(reading.value, sha256) : undefined;
      if (judgement?.ok !== true) continue;
      const output: Json = JSON.parse(JSON.stringify(joinCheckPayload(judgement.report, { checks: true })));
      expect(check("join-check.output")(output), path).toEqual([]);
      if (!isJsonObject(output)) throw new Error("no object was printed");
      expect(check("premath.harness.join_check.v1")(output["witness"] ?? null), path).toEqual([]);
      expect(check("premath.harness.typestate_normalized.v1")(output["normalized"] ?? null), path).toEqual([]);
      printed += 1;
    }
    expect(printed).toBeGreaterThanOrEqual(60);
  });

  test("evidence and mutations of the golden turns validate, and an added key does not", () => {
    const golden = turns.filter((path) => path.startsWith("conformance/turns/full/golden"));
    for (const path of golden) {
      const turn = read(path);
      const evidence = isJsonObject(turn) ? turn["evidence"] : undefined;
      const tuskPart = isJsonObject(evidence) ? evidence["tusk"] : undefined;
      expect(check("evidence")(tuskPart ?? null), path).toEqual([]);
      expect(check("evidence")({ ...(isJsonObject(tuskPart) ? tuskPart : {}), verdict: true })).toHaveLength(1);
    }
    expect(golden.length).toBeGreaterThanOrEqual(20);
    expect(check("mutation")(read("conformance/turns/full/golden/issue-updated.mutation.json"))).toEqual([]);
  });
});
