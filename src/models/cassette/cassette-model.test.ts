import { expect, test } from "vitest";
import { PortError, type ReadCassette } from "#ports";
import { cassetteModel } from "./cassette-model.ts";

function refusal(cassette: ReadCassette): string {
  try {
    cassetteModel("run.jsonl", cassette);
  } catch (error) {
    if (error instanceof PortError) return `${error.code}: ${error.message}`;
  }
  throw new Error("nothing was refused");
}

const sealed = { kind: "tape.sealed", of: "tape.opened", digest: `sha256:${"0".repeat(64)}` };

test("a cassette that holds no run, holds digests only, or is damaged is one sentence", () => {
  expect(refusal({ rows: [] })).toBe(
    "tape_unusable: the cassette run.jsonl cannot be used: it does not begin with a run",
  );
  expect(refusal({ rows: [{ seq: 1, event: sealed }] })).toContain("recorded under zero data retention");
  expect(refusal({ rows: [{ seq: 4, event: { kind: "tape.asked" } }] })).toContain(
    "tape_unusable: the cassette run.jsonl cannot be used: row 4: ",
  );
});
