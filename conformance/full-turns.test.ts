import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { found } from "./altered-turn.ts";
import { judgeTurn, referenceAccepts, type TurnOutcome } from "./judge-turn.ts";
import { type Expectation, makeTurns } from "./make-turns.ts";
import { SLICES } from "./turn-row.ts";
import { readFiles } from "./write-files.ts";

const folder = join(import.meta.dirname, "turns/full");
const files = readFiles(folder);
const expectations = JSON.parse(found(files.get("expected.json"))) as Readonly<Record<string, Expectation>>;
const turns = [...files.keys()].filter((path) => path !== "expected.json" && !path.endsWith(".mutation.json"));
const golden = turns.filter((path) => path.startsWith("golden/"));
const adversarial = turns.filter((path) => path.startsWith("adversarial/"));

function outcomeOf(path: string, text = found(files.get(path))): TurnOutcome {
  return judgeTurn(text, files.get(path.replace(/json$/, "mutation.json")));
}

/** What the file expects; of a reason it gives only a part, because the rest is derived. */
function expected(path: string): object {
  const { slices: _slices, reason, ...rest } = found(expectations[path]);
  return reason === undefined ? rest : { ...rest, reason: expect.stringContaining(reason) as unknown };
}

test("the committed turns are byte for byte what make-turns.ts makes", () => {
  const made = makeTurns();
  expect([...files.keys()]).toEqual([...made.keys()].toSorted());
  for (const [path, text] of files) expect(made.get(path) === text, path).toBe(true);
});

test("every turn has an expectation, and every expectation has a turn", () => {
  expect(turns.toSorted()).toEqual(Object.keys(expectations).toSorted());
});

test.each(Object.values(SLICES))("%s has a golden turn and an adversarial one", (slice) => {
  const ofSlice = (paths: readonly string[]): number =>
    paths.filter((path) => expectations[path]?.slices.includes(slice)).length;
  expect(ofSlice(golden)).toBeGreaterThan(0);
  expect(ofSlice(adversarial)).toBeGreaterThan(0);
});

test.each(turns)("%s comes to what is expected of it (K07, K08, K13)", (path) => {
  expect(outcomeOf(path)).toEqual(expected(path));
});

test("every golden turn is accepted, unless its mode withholds what would prove it", () => {
  for (const path of golden) {
    const { result, withheld = [] } = outcomeOf(path);
    expect(result === "accepted" || (result === "withheld" && withheld.length > 0), path).toBe(true);
  }
});

test.each(golden)("%s is accepted by the reference's rules without evidence.tusk (K13)", (path) => {
  expect(referenceAccepts(found(files.get(path)))).toBe(true);
});

test("no adversarial turn is accepted", () => {
  for (const path of adversarial) expect(outcomeOf(path).result, path).toMatch(/^(rejected|unusable)$/);
});

function joinCheck(path: string): Promise<{ readonly code: unknown; readonly stderr: string }> {
  const args = ["harness-join-check", "--input", path, "--json"];
  return new Promise((answer) => {
    execFile(join(import.meta.dirname, "../bin/tusk"), args, (error, _stdout, stderr) => {
      answer({ code: error === null ? 0 : error.code, stderr });
    });
  });
}

const PRAISE = {
  truncationConstraints: { required: true, valid: true },
  protocolConstraints: { parallelTransportOrderValid: true },
  decompositionConstraints: { admissible: true },
} as const;

test("what cannot be judged says where in evidence.tusk it is broken", () => {
  for (const path of adversarial) expect(outcomeOf(path).reason ?? "evidence.tusk", path).toMatch(/^evidence\.tusk/);
});

test.each([
  ["golden/issue-updated.json", 0, ""],
  ["adversarial/policy-loosened-after-binding.json", 2, "harness_join_check_invalid: evidence.tusk"],
  ["adversarial/verdict-as-a-field.json", 2, "harness_join_check_invalid: evidence.tusk.verdict"],
])("harness-join-check ends %s with exit code %i (contract 1.2)", async (path, code, stderr) => {
  const answer = await joinCheck(join(folder, path));
  expect(answer.code).toBe(code);
  expect(answer.stderr.startsWith(stderr)).toBe(true);
});

test.each(adversarial)("%s is not accepted for declaring itself valid, and hides nothing by it (K07)", (path) => {
  const praised = { ...(JSON.parse(found(files.get(path))) as object), ...PRAISE };
  expect(outcomeOf(path, JSON.stringify(praised))).toEqual(outcomeOf(path));
});
