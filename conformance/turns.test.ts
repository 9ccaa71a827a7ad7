import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  isJsonObject,
  type Json,
  JOIN_CHECK_INPUT,
  judgeJoin,
  problemText,
  readJson,
  readStruct,
  refuseDuplicates,
} from "#kernel";
import { sha256, utf8 } from "#platform";

const folder = join(import.meta.dirname, "turns");

/** Every turn of the `reference` profile by its path below the folder, such as `golden/empty.json`. */
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((path) => /^(?:golden|adversarial)\/.*\.json$/.test(path))
  .toSorted();

const expectations = readExpectations();

function readExpectations(): ReadonlyMap<string, Json> {
  const reading = refuseDuplicates(readJson(readFileSync(join(folder, "expected.json")), utf8));
  if (!reading.ok) throw new Error(`expected.json: ${problemText(reading.problem)}`);
  if (!isJsonObject(reading.value)) throw new Error("expected.json is no object");
  return new Map(Object.entries(reading.value));
}

/** What a turn came to, in the words of `expected.json`; golden turns show their digests too. */
function outcomeOf(path: string): Json {
  const reading = readStruct(readFileSync(join(folder, path)), JOIN_CHECK_INPUT, utf8);
  if (!reading.ok) return { result: "unusable", failureClasses: [], reason: problemText(reading.problem) };
  const judgement = judgeJoin(reading.value, sha256);
  if (!judgement.ok) return { result: "unusable", failureClasses: [], reason: judgement.reason };
  const { accepted, failureClasses, normalized } = judgement.report;
  const outcome = { result: accepted ? "accepted" : "rejected", failureClasses };
  if (!path.startsWith("golden/")) return outcome;
  const { callSpecDigest, joinSetDigest } = normalized.digests;
  return { ...outcome, callSpecDigest, joinSetDigest };
}

test("every turn has an expectation, and every expectation has a turn", () => {
  expect(files).toEqual([...expectations.keys()].toSorted());
  expect(files.filter((path) => path.startsWith("golden/")).length).toBeGreaterThanOrEqual(5);
  expect(files.filter((path) => path.startsWith("adversarial/")).length).toBeGreaterThanOrEqual(12);
});

test.each(files)("%s comes to what is expected of it (K07, K09, K13)", (path) => {
  expect(outcomeOf(path)).toEqual(expectations.get(path));
});

test("no adversarial turn is accepted, and every golden one is", () => {
  for (const path of files) {
    expect(outcomeOf(path), path).toMatchObject({
      result: path.startsWith("golden/") ? "accepted" : expect.not.stringMatching("accepted"),
    });
  }
});

test("order, case, white space and repeated rows mean nothing to the digests (K09)", () => {
  expect(outcomeOf("golden/untidy.json")).toEqual(outcomeOf("golden/two-calls.json"));
});
