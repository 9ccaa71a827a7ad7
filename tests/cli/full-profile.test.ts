import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { digestJson, type Json } from "#kernel";
import { sha256 } from "#platform";
import { FULL_TURN, sendThrough } from "../../conformance/full-turn.ts";
import { ROOT } from "../support/root.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { expectRefused, premath, tusk } from "./program.ts";
import { expectSortedJson } from "./sorted-json.ts";
import { writeJson } from "./turn.ts";

const folder = temporaryFolder();
const verdict = sendThrough(FULL_TURN);
if (!verdict.admitted) throw new Error("the golden turn is refused");
const join_ = verdict.next;
const golden = JSON.parse(JSON.stringify(join_.evidence)) as { evidence: { tusk: Record<string, Json> } };
writeJson(folder, "full.json", golden);

/** The golden turn with one part of `evidence.tusk` changed. */
function withTusk(name: string, change: Record<string, Json>): string {
  writeJson(folder, name, {
    ...golden,
    evidence: { ...golden.evidence, tusk: { ...golden.evidence.tusk, ...change } },
  });
  return name;
}

const check = (file: string, ...flags: readonly string[]) =>
  premath(["harness-join-check", "--input", file, ...flags], { cwd: folder });

describe.concurrent("harness-join-check in the full profile", () => {
  test("accepts a full turn, and its witness says what was judged (K07)", async () => {
    const { code, stdout } = await check("full.json", "--json");
    const output = JSON.parse(stdout);
    expect(code).toBe(0);
    expectSortedJson(stdout);
    expect(output.result).toBe("accepted");
    expect(output.witness.tusk).toMatchObject({ profile: "full", evidenceDigest: join_.evidenceDigest });
    expect(output.witness.tusk.checks).toHaveLength(42);
  });

  test("the same file without evidence.tusk is accepted by the reference's rules, with the same digests", async () => {
    const { tusk: _, ...evidence } = golden.evidence;
    writeJson(folder, "reference.json", { ...golden, evidence });
    const [full, reference] = await Promise.all([check("full.json", "--json"), check("reference.json", "--json")]);
    expect(JSON.parse(reference.stdout).result).toBe("accepted");
    expect(JSON.parse(reference.stdout).witness.digests).toEqual(JSON.parse(full.stdout).witness.digests);
    expect(JSON.parse(reference.stdout).witness.tusk).toBeUndefined();
  });

  test("refuses a turn whose guardrail did not look, in the contract's text (R20)", async () => {
    expect(await check(withTusk("unguarded.json", { guards: [] }))).toEqual({
      code: 0,
      stdout: [
        "premath harness-join-check",
        "  Input: unguarded.json",
        "  Result: rejected",
        "  Failure Classes: 1",
        "  - governance.guardrail_stage_missing",
        "",
      ].join("\n"),
      stderr: "",
    });
  });

  test("a field nobody knows is unusable input, named with its place", async () => {
    const file = withTusk("verdict.json", { valid: true });
    expectRefused(await check(file), "harness_join_check_invalid: evidence.tusk.valid is no known field");
  });

  test("--values resolves what the evidence names by digest, and gives the same evidence digest", async () => {
    const { spec } = golden.evidence.tusk;
    const digest = digestJson(sha256, spec ?? null);
    mkdirSync(join(folder, "values"));
    writeFileSync(join(folder, "values", `${digest.slice(7)}.json`), JSON.stringify(spec));
    const file = withTusk("by-digest.json", { spec: { $digest: digest } });
    expectRefused(
      await check(file),
      `harness_join_check_invalid: evidence.tusk.spec names ${digest}, which is not among the values`,
    );
    const { stdout } = await check(file, "--values", "values", "--json");
    expect(JSON.parse(stdout).witness.tusk.evidenceDigest).toBe(join_.evidenceDigest);
  });

  test("a value in the folder that is another than its name says is unusable input", async () => {
    const { spec } = golden.evidence.tusk;
    const digest = digestJson(sha256, spec ?? null);
    mkdirSync(join(folder, "lies"));
    writeFileSync(join(folder, "lies", `${digest.slice(7)}.json`), "{}");
    const file = withTusk("lied-to.json", { spec: { $digest: digest } });
    const { code, stderr } = await check(file, "--values", "lies");
    expect(code).toBe(2);
    expect(stderr).toContain("holds a value with another digest");
  });

  test("a folder of values that is not there, or is a file, is told and not taken for missing values", async () => {
    expectRefused(
      await check("full.json", "--values", "nope"),
      "harness_join_check_invalid: failed to read values nope: No such file or directory (os error 2)",
    );
    expectRefused(
      await check("full.json", "--values", "full.json"),
      "harness_join_check_invalid: failed to read values full.json: it is a file, a folder is due",
    );
  });

  test("a value that is there and cannot be read is unusable input", async () => {
    const { spec } = golden.evidence.tusk;
    const digest = digestJson(sha256, spec ?? null);
    mkdirSync(join(folder, "odd", `${digest.slice(7)}.json`), { recursive: true });
    const file = withTusk("odd.json", { spec: { $digest: digest } });
    expect((await check(file, "--values", "odd")).stderr).toContain("cannot be used: Is a directory");
  });

  test("a key given twice is unusable input where evidence.tusk is there", async () => {
    const text = JSON.stringify(golden).replace('"tusk":{', '"tusk":{"schema":1,');
    writeFileSync(join(folder, "twice.json"), text);
    const { code, stderr } = await check("twice.json");
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^harness_join_check_invalid: failed to parse input json twice\.json: duplicate key "schema" at line 1/,
    );
  });

  test("a stored zero-retention turn is refused, and the text says what was withheld (G06)", async () => {
    const { stdout } = await check(join(ROOT, "conformance/turns/full/golden/stored-in-silence.json"));
    expect(stdout).toContain("  Result: rejected\n  Failure Classes: 0\n  Withheld: 6\n  - tool.schema_invalid\n");
  });

  test("--mutation judges a mutation on the turn, accepted or with its classes (K08)", async () => {
    const vectors = join(ROOT, "conformance/vectors/mutation.capability_claim_missing");
    for (const twin of ["holds", "trips"]) {
      const vector = JSON.parse(readFileSync(join(vectors, `${twin}.json`), "utf8"));
      writeJson(folder, `${twin}-turn.json`, vector.input);
      writeJson(folder, `${twin}-mutation.json`, vector.mutation);
    }
    const held = await check("holds-turn.json", "--mutation", "holds-mutation.json");
    expect(held.stdout).toContain("  Result: accepted\n  Failure Classes: 0\n  Mutation: accepted\n");
    const tripped = await check("trips-turn.json", "--mutation", "trips-mutation.json", "--json");
    expect(JSON.parse(tripped.stdout)).toMatchObject({
      result: "accepted",
      mutation: { accepted: false, failureClasses: ["mutation.capability_claim_missing"] },
    });
  });

  test("a mutation that cannot be read is unusable input, and nothing is judged", async () => {
    writeFileSync(join(folder, "half.json"), '{"claims": []');
    const { code, stdout, stderr } = await check("full.json", "--mutation", "half.json");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^harness_join_check_invalid: failed to parse mutation json half\.json: EOF/);
    writeJson(folder, "fields.json", { claims: [] });
    expect((await check("full.json", "--mutation", "fields.json")).stderr).toBe(
      "harness_join_check_invalid: mutation.intentDigest is absent\n",
    );
  });

  test("--checks lists every class once, and nothing is skipped", async () => {
    const { stdout } = await tusk(["harness-join-check", "--input", "full.json", "--checks"], { cwd: folder });
    const rows = stdout.split("\n").filter((line) => line.startsWith("  - "));
    expect(rows).toHaveLength(42);
    expect(rows.filter((row) => row.startsWith("  - skipped"))).toEqual([]);
  });
});
