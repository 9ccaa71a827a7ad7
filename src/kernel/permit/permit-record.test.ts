import { describe, expect, test } from "vitest";
import { sha256 } from "#platform";
import { freshPermit, MUTATION_OF, PERMIT_KINDS } from "../../../tests/forgery/minted.ts";
import { digestIn } from "../digest/digest.ts";
import { mutationDigest } from "./mutation.ts";
import { permitActor, permitRecord } from "./permit-record.ts";

describe("what a log says about a permit (M02)", () => {
  test.each(PERMIT_KINDS)("%s: its kind, its mutation, what it rests on, and the digest of all that", (kind) => {
    const particulars = {
      mutation_ready: { evidenceDigest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) },
      mandate: { actor: "arj", run: "run-1", source: { kind: "command", commandLine: "tusk run" } },
      escalation: { retryPolicyDigest: `pol1_${"4".repeat(64)}`, refusalWitnessRef: "witness://refused" },
      human_override: { actor: "arj", reason: "the test is wrong" },
    };
    const { digest, ...record } = permitRecord(freshPermit(kind), sha256);
    expect(record).toStrictEqual({
      kind,
      mutationDigest: mutationDigest(MUTATION_OF[kind].own, sha256),
      ...particulars[kind],
    });
    expect(digest).toBe(digestIn(sha256, "tusk.permit.v1", record));
  });

  test("the digest tells permits apart that differ in anything", () => {
    const digests = PERMIT_KINDS.flatMap((kind) =>
      [MUTATION_OF[kind].own, MUTATION_OF[kind].other]
        .filter((mutation) => kind !== "mutation_ready" || mutation === MUTATION_OF[kind].own)
        .map((mutation) => permitRecord(freshPermit(kind, mutation), sha256)["digest"]),
    );
    expect(new Set(digests).size).toBe(digests.length);
  });

  test("a person and a worker are named, a turn and an escalation name none", () => {
    expect(PERMIT_KINDS.map((kind) => permitActor(freshPermit(kind)))).toStrictEqual([
      undefined,
      "arj",
      undefined,
      "arj",
    ]);
  });
});
