import { describe, expect, test } from "vitest";
import { sha256 } from "#platform";
import { altered, closedFile, digestOf, found, hex, reportOn } from "../../../conformance/altered-turn.ts";
import type { FileDraft } from "../../../conformance/altered-turn.ts";
import type { Json } from "../json/value.ts";
import { judgeJoinAndMutation, MUTATION_CLASSES } from "./mutation-check.ts";

const FILE = closedFile();

function brought(more: Readonly<Record<string, Json>> = {}): Json {
  const { intent, spec } = (FILE.evidence as FileDraft["evidence"]).tusk;
  return {
    intentDigest: digestOf(intent),
    claims: ["capabilities.change_morphisms", "capabilities.change_morphisms.issue_update"],
    activePolicy: spec.mutationPolicy as Json,
    resolved: [{ ref: "witness://1", digest: hex("1") }],
    join: { evidenceDigest: found(reportOn(FILE).evidenceDigest), witnessRef: "witness://1" },
    ...more,
  };
}

describe("judgeJoinAndMutation (K08)", () => {
  test("accepts a mutation that rests on an accepted turn", () => {
    const judged = judgeJoinAndMutation(FILE, brought(), sha256);
    if (!judged.ok) throw new Error(judged.reason);
    const { accepted, failureClasses, checks } = judged.mutation;
    expect({ accepted, failureClasses }).toEqual({ accepted: true, failureClasses: [] });
    expect(checks.map((row) => row.class)).toEqual([...MUTATION_CLASSES]);
    expect(judged.report).toEqual(reportOn(FILE));
  });

  test("rejects a mutation that trips, though its turn is accepted", () => {
    const judged = judgeJoinAndMutation(FILE, brought({ claims: [] }), sha256);
    expect(judged).toMatchObject({
      ok: true,
      report: { accepted: true },
      mutation: { accepted: false, failureClasses: ["mutation.capability_claim_missing"] },
    });
  });

  test("rejects a mutation on a rejected turn, though nothing of stage M trips", () => {
    const file = altered(({ call }) => {
      call("tc-1").ran.reads = ["/etc/passwd"];
    });
    const join = { evidenceDigest: found(reportOn(file).evidenceDigest), witnessRef: "witness://1" };
    const judged = judgeJoinAndMutation(file, brought({ join }), sha256);
    expect(judged).toMatchObject({
      ok: true,
      report: { accepted: false, failureClasses: ["context.scope_violation"] },
      mutation: { accepted: false, failureClasses: [] },
    });
  });

  test.each<[string, Json, string]>([
    ["what is no mutation", [], "mutation is a list, expected an object"],
    ["an unknown key", brought({ verdict: true }), "mutation.verdict is no known field"],
    ["a claim that is no text", brought({ claims: [1] }), "mutation.claims[0] is a number, expected text"],
  ])("has no verdict on %s", (_what, given, reason) => {
    expect(judgeJoinAndMutation(FILE, given, sha256)).toEqual({ ok: false, reason });
  });

  test("has no verdict without evidence.tusk, on evidence that cannot be normalised, or that does not fit", () => {
    const { tusk: _tusk, ...wire } = FILE.evidence;
    expect(judgeJoinAndMutation({ evidence: wire }, brought(), sha256)).toEqual({
      ok: false,
      reason: "a mutation is judged in the full profile, and evidence.tusk is absent",
    });
    const blank = { evidence: { ...FILE.evidence, protocolState: { stopReason: " " } } };
    expect(judgeJoinAndMutation(blank, brought(), sha256)).toEqual({
      ok: false,
      reason: "protocolState.stopReason must be non-empty",
    });
    expect(judgeJoinAndMutation({ evidence: { ...wire, tusk: {} } }, brought(), sha256)).toEqual({
      ok: false,
      reason: expect.stringMatching(/^evidence\.tusk\.[a-z]+ is absent$/),
    });
  });
});
