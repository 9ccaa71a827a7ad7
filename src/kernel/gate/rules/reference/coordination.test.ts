import { describe, expect, test } from "vitest";
import { checkOf, CLOSED_TURN } from "../../../../../conformance/closed-turn.ts";
import type { DecompositionConstraintsInput } from "../../../evidence/wire.ts";
import type { CheckRow } from "../../run.ts";

const name = "coordination.decomposition_policy_violation";

function check(decompositionConstraints: DecompositionConstraintsInput | null): CheckRow | undefined {
  return checkOf(name, { evidence: CLOSED_TURN, decompositionConstraints });
}

describe(name, () => {
  test("is skipped without constraints", () => {
    expect(check(null)).toEqual({ class: name, outcome: "skipped", why: "decompositionConstraints is absent" });
  });

  test.each<[DecompositionConstraintsInput]>([
    [{}],
    [{ admissible: true }],
    [{ admissible: null, expectedExecutionPattern: null, expectedPolicyDigest: null }],
    [{ expectedExecutionPattern: " ", expectedPolicyDigest: "\t" }],
    [{ expectedExecutionPattern: " CHAIN ", expectedPolicyDigest: " policy:decomposition@1 " }],
  ])("holds under %j (contract 1.4)", (constraints) => {
    expect(check(constraints)).toEqual({ class: name, outcome: "held" });
  });

  test("says each thing that is otherwise than expected", () => {
    expect(
      check({ admissible: false, expectedExecutionPattern: "Single", expectedPolicyDigest: "Policy:decomposition@1" }),
    ).toEqual({
      class: name,
      outcome: "tripped",
      findings: [
        {
          subject: "turn-4",
          path: "decompositionConstraints.admissible",
          note: "the decomposition was declared not admissible",
        },
        {
          subject: "turn-4",
          path: "evidence.callSpec.executionPattern",
          note: "execution pattern is chain, expected single",
        },
        {
          subject: "turn-4",
          path: "evidence.callSpec.decompositionPolicyDigest",
          note: "decomposition policy is policy:decomposition@1, expected Policy:decomposition@1",
        },
      ],
    });
  });
});
