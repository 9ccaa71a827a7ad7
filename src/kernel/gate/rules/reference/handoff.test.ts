import { describe, expect, test } from "vitest";
import { checkOf, CLOSED_TURN } from "../../../../../conformance/closed-turn.ts";
import type { HandoffConstraintsInput, HandoffObservationInput } from "../../../evidence/wire.ts";
import type { FailClass } from "../../classes.ts";
import type { CheckRow } from "../../run.ts";

const ARTIFACT = "handoff.required_artifact_missing";
const TARGET = "handoff.target_not_allowed";
const RETURN = "handoff.return_path_missing";

/** How a rule ends for the closed turn's handoff, or for another one, under constraints. */
function check(
  failClass: FailClass,
  handoffConstraints: HandoffConstraintsInput | null,
  handoff: HandoffObservationInput | null = CLOSED_TURN.handoff,
): CheckRow | undefined {
  return checkOf(failClass, { evidence: { ...CLOSED_TURN, handoff }, handoffConstraints });
}

describe(ARTIFACT, () => {
  test.each<[HandoffConstraintsInput | null]>([[null], [{}], [{ requiredArtifactRefs: ["", " "] }]])(
    "is skipped when no artifact is required: %j",
    (constraints) => {
      expect(check(ARTIFACT, constraints)).toEqual({
        class: ARTIFACT,
        outcome: "skipped",
        why: "handoffConstraints.requiredArtifactRefs is absent or empty",
      });
    },
  );

  test("holds when the handoff carries what is required, and more", () => {
    const handoff = { target: "tester", requiredArtifactRefs: ["b", " a ", "c"] };
    expect(check(ARTIFACT, { requiredArtifactRefs: [" c", "a", " "] }, handoff)).toEqual({
      class: ARTIFACT,
      outcome: "held",
    });
  });

  test.each<[string, HandoffObservationInput | null]>([
    ["the handoff does not carry it", { target: "tester", requiredArtifactRefs: ["b"] }],
    ["there is no handoff at all", null],
  ])("names each required artifact when %s", (_when, handoff) => {
    const required = handoff === null ? ["c", "a"] : ["c", "b", "a", "c"];
    expect(check(ARTIFACT, { requiredArtifactRefs: required }, handoff)).toEqual({
      class: ARTIFACT,
      outcome: "tripped",
      findings: [
        { subject: "a", path: "evidence.handoff.requiredArtifactRefs", note: "the handoff does not carry a" },
        { subject: "c", path: "evidence.handoff.requiredArtifactRefs", note: "the handoff does not carry c" },
      ],
    });
  });
});

describe(TARGET, () => {
  test.each<[HandoffConstraintsInput | null]>([[null], [{}], [{ allowedTargets: [" "] }]])(
    "is skipped when no targets are listed: %j",
    (constraints) => {
      expect(check(TARGET, constraints)).toEqual({
        class: TARGET,
        outcome: "skipped",
        why: "handoffConstraints.allowedTargets is absent or empty",
      });
    },
  );

  test("holds for a listed target", () => {
    expect(check(TARGET, { allowedTargets: ["reviewer", " tester "] })).toEqual({ class: TARGET, outcome: "held" });
  });

  test("trips for a target that is not listed, case and all", () => {
    expect(check(TARGET, { allowedTargets: ["reviewer", "Tester"] })).toEqual({
      class: TARGET,
      outcome: "tripped",
      findings: [
        {
          subject: "tester",
          path: "evidence.handoff.target",
          note: "tester is no allowed target; allowed: Tester, reviewer",
        },
      ],
    });
  });

  test("trips for the turn when there is no handoff", () => {
    expect(check(TARGET, { allowedTargets: ["reviewer"] }, null)).toEqual({
      class: TARGET,
      outcome: "tripped",
      findings: [
        { subject: "turn-4", path: "evidence.handoff.target", note: "there is no handoff; allowed: reviewer" },
      ],
    });
  });
});

describe(RETURN, () => {
  test.each<[HandoffConstraintsInput | null]>([[null], [{}], [{ requireReturnPath: false }]])(
    "is skipped when no return path is required: %j",
    (constraints) => {
      expect(check(RETURN, constraints, null)).toEqual({
        class: RETURN,
        outcome: "skipped",
        why: "handoffConstraints.requireReturnPath is not set",
      });
    },
  );

  test("holds when the handoff names a way back", () => {
    expect(check(RETURN, { requireReturnPath: true })).toEqual({ class: RETURN, outcome: "held" });
  });

  test.each<[string, string, HandoffObservationInput | null]>([
    ["the handoff names none", "tester", { target: "tester" }],
    ["the one it names is blank", "tester", { target: "tester", returnPathRef: " " }],
    ["there is no handoff", "turn-4", null],
  ])("trips when %s", (_when, subject, handoff) => {
    expect(check(RETURN, { requireReturnPath: true }, handoff)).toEqual({
      class: RETURN,
      outcome: "tripped",
      findings: [{ subject, path: "evidence.handoff.returnPathRef", note: "the handoff names no return path" }],
    });
  });
});
