import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sha256, utf8 } from "#platform";
import { type CallSpec, evidence, solidText, withoutUndefined } from "../../../conformance/arbitrary-evidence.ts";
import { anyInput } from "../../../conformance/arbitrary-input.ts";
import { CLOSED_TURN } from "../../../conformance/closed-turn.ts";
import { respelt } from "../../../conformance/respelt-evidence.ts";
import { canonicalJson } from "../digest/canonical.ts";
import { byCodePoint } from "../digest/order.ts";
import { judgeJoin } from "../gate/join-check.ts";
import { joinCheckPayload } from "../gate/join-witness.ts";
import { readJsonText, readStruct } from "../json/read.ts";
import { normalizeEvidence } from "./normalize.ts";
import type { EvidenceDigests, JoinState, NormalizedEvidence } from "./normalized.ts";
import { trimmed } from "./text.ts";
import { JOIN_CHECK_INPUT, type JoinCheckInput, type TypestateEvidenceInput } from "./wire.ts";

function normalized(input: TypestateEvidenceInput): NormalizedEvidence {
  const normalization = normalizeEvidence(input, sha256);
  if (!normalization.ok) throw new Error(normalization.reason);
  return normalization.evidence;
}

describe("normal form (K09)", () => {
  test("order, repeats, white space and ASCII case mean nothing: equal evidence, equal digests", () => {
    const pairs = evidence.chain((given) => fc.tuple(fc.constant(given), respelt(given)));
    fc.assert(
      fc.property(pairs, ([given, again]) => {
        expect(normalized(again)).toEqual(normalized(given));
      }),
      { numRuns: 300 },
    );
  });

  test("normalising twice is normalising once", () => {
    fc.assert(
      fc.property(evidence, (given) => {
        const { callSpec: spec, protocolState, handoff: passed = null, ...rest } = normalized(given);
        const again = normalized({
          callSpec: spec,
          protocolState,
          handoff: passed && withoutUndefined(passed),
          toolRequests: (rest.toolRequests ?? []).map(withoutUndefined),
          // Error material enters as a digest only, so failed rows cannot come round.
          toolResults: given.toolResults ?? [],
          toolUse: (rest.toolUse ?? []).map(withoutUndefined),
          toolRender: rest.toolRender ?? [],
          reminderQueue: rest.reminderQueue ?? [],
          stateViews: (rest.stateViews ?? []).map(withoutUndefined),
          sessionRefs: rest.sessionRefs ?? [],
          trajectoryRefs: rest.trajectoryRefs ?? [],
        });
        expect(again).toEqual(normalized(given));
      }),
    );
  });

  test("the native text of normalised evidence is its canonical form, and so is that of a whole payload", () => {
    fc.assert(
      fc.property(evidence, (given) => {
        const judgement = judgeJoin({ evidence: given }, sha256);
        if (!judgement.ok) throw new Error(judgement.reason);
        for (const value of [judgement.report.normalized, joinCheckPayload(judgement.report, { checks: true })]) {
          const native = JSON.stringify(value);
          const reading = readJsonText(native, utf8);
          expect(reading.ok && canonicalJson(reading.value)).toBe(native);
        }
      }),
      { numRuns: 200 },
    );
  });
});

type DigestName = keyof EvidenceDigests;

/** One change to a turn, and the digest that must show it. */
interface Change {
  readonly field: string;
  readonly digest: DigestName;
  readonly apply: (text: string) => TypestateEvidenceInput;
}

function specChange(field: keyof CallSpec): Change {
  const apply = (text: string) => {
    return { ...CLOSED_TURN, callSpec: { ...CLOSED_TURN.callSpec, [field]: `${CLOSED_TURN.callSpec[field]}${text}` } };
  };
  return { field: `callSpec.${field}`, digest: "callSpecDigest", apply };
}

type RowSurface = "toolRequests" | "toolResults" | "toolUse" | "toolRender" | "reminderQueue" | "stateViews";

const SET_DIGEST = {
  toolRequests: "requestSetDigest",
  toolResults: "resultSetDigest",
  toolUse: "useSetDigest",
  toolRender: "toolRenderSetDigest",
  reminderQueue: "reminderQueueSetDigest",
  stateViews: "stateViewSetDigest",
} as const satisfies Record<RowSurface, DigestName>;

/** Changes a field of the last row of a surface. */
function rowChange(surface: RowSurface, field: string, value: (text: string) => unknown): Change {
  const apply = (text: string) => {
    const rows: readonly object[] = CLOSED_TURN[surface];
    return { ...CLOSED_TURN, [surface]: [...rows.slice(0, -1), { ...rows.at(-1), [field]: value(text) }] };
  };
  return { field: `${surface}[].${field}`, digest: SET_DIGEST[surface], apply };
}

function otherChange(
  field: string,
  digest: DigestName,
  change: (text: string) => Partial<TypestateEvidenceInput>,
): Change {
  return { field, digest, apply: (text) => ({ ...CLOSED_TURN, ...change(text) }) };
}

const text = (value: string): string => value;

const SPEC_FIELDS = [
  "callId",
  "modelRef",
  "actionMode",
  "executionPattern",
  "normalizerId",
  "mutationPolicyDigest",
  "governancePolicyDigest",
  "toolRenderProtocolDigest",
  "reminderQueuePolicyDigest",
  "stateViewPolicyDigest",
  "decompositionPolicyDigest",
] as const satisfies readonly (keyof CallSpec)[];

const CHANGES: readonly Change[] = [
  ...SPEC_FIELDS.map(specChange),
  ...["toolCallId", "toolName", "schemaDigest", "callerId", "searchRefDigest"].map((field) =>
    rowChange("toolRequests", field, text),
  ),
  ...["toolCallId", "resultDigest", "errorCode", "errorMessage", "payload"].map((field) =>
    rowChange("toolResults", field, text),
  ),
  rowChange("toolResults", "status", () => "ok"),
  rowChange("toolResults", "retryable", () => false),
  ...["toolCallId", "resultDigest"].map((field) => rowChange("toolUse", field, text)),
  rowChange("toolUse", "disposition", () => "observed"),
  ...["toolCallId", "operatorPayloadDigest", "reminderRenderDigest", "injectionPoint", "policyDigest"].map((field) =>
    rowChange("toolRender", field, text),
  ),
  ...["queueId", "reducedDigest", "policyDigest"].map((field) => rowChange("reminderQueue", field, text)),
  ...["viewId", "viewDigest", "policyDigest"].map((field) => rowChange("stateViews", field, text)),
  rowChange("stateViews", "sourceRefs", (ref) => [ref]),
  otherChange("protocolState.stopReason", "protocolStateDigest", (word) => {
    return { protocolState: { ...CLOSED_TURN.protocolState, stopReason: word } };
  }),
  otherChange("protocolState.continuationAllowed", "protocolStateDigest", () => {
    return { protocolState: { ...CLOSED_TURN.protocolState, continuationAllowed: false } };
  }),
  otherChange("handoff.target", "handoffDigest", (target) => ({ handoff: { ...CLOSED_TURN.handoff, target } })),
  otherChange("handoff.requiredArtifactRefs", "handoffDigest", (ref) => {
    return { handoff: { ...CLOSED_TURN.handoff, requiredArtifactRefs: [ref] } };
  }),
  otherChange("handoff.returnPathRef", "handoffDigest", (returnPathRef) => {
    return { handoff: { ...CLOSED_TURN.handoff, returnPathRef } };
  }),
];

const before = normalized(CLOSED_TURN).digests;

test.each(CHANGES)("another $field is another $digest (K09)", ({ digest, apply }) => {
  fc.assert(
    fc.property(solidText, (value) => {
      const after = normalized(apply(value)).digests;
      expect(after[digest]).not.toBe(before[digest]);
      // The call spec stands apart; everything else also enters the join set.
      if (digest !== "callSpecDigest") {
        expect(after.joinSetDigest).not.toBe(before.joinSetDigest);
        expect(after.callSpecDigest).toBe(before.callSpecDigest);
      }
    }),
    { numRuns: 20 },
  );
});

test("two turns share a set digest exactly when they share the set (K09)", () => {
  fc.assert(
    fc.property(evidence, evidence, (left, right) => {
      const [a, b] = [normalized(left), normalized({ ...left, toolUse: right.toolUse ?? [] })];
      const same = JSON.stringify(a.toolUse) === JSON.stringify(b.toolUse);
      expect(a.digests.useSetDigest === b.digests.useSetDigest).toBe(same);
      expect(a.digests.joinSetDigest === b.digests.joinSetDigest).toBe(same);
      expect(b.digests.requestSetDigest).toBe(a.digests.requestSetDigest);
    }),
  );
});

/** The contract's 1.3 in the plainest words there are. */
function naiveJoinState(input: TypestateEvidenceInput): Partial<JoinState> {
  const idsOf = (rows: readonly { readonly toolCallId: string }[] | undefined): Set<string> => {
    return new Set((rows ?? []).map((row) => trimmed(row.toolCallId)));
  };
  const listed = (ids: ReadonlySet<string>): string[] => [...ids].toSorted(byCodePoint);
  const [asked, answered, used] = [idsOf(input.toolRequests), idsOf(input.toolResults), idsOf(input.toolUse)];
  const minus = (left: ReadonlySet<string>, right: ReadonlySet<string>): string[] => {
    return listed(left).filter((id) => !right.has(id));
  };
  const open = {
    missingResultCallIds: minus(asked, answered),
    orphanResultCallIds: minus(answered, asked),
    missingUseCallIds: minus(answered, used),
    unknownUseCallIds: minus(used, answered),
  };
  const lists = {
    ...open,
    requestedCallIds: listed(asked),
    resultCallIds: listed(answered),
    usedCallIds: listed(used),
  };
  const kept = Object.fromEntries(Object.entries(lists).filter(([, ids]) => ids.length > 0));
  return { ...kept, joinClosed: Object.values(open).every((ids) => ids.length === 0) };
}

test("the join state is what plain sets say it is (K07, contract 1.3)", () => {
  const inputs = evidence.chain(respelt);
  fc.assert(
    fc.property(inputs, (input) => {
      expect(normalized(input).joinState).toEqual(naiveJoinState(input));
    }),
    { numRuns: 200 },
  );
});

/** The input as it comes from a file: the reader has seen to its shape, its numbers and its texts. */
function asRead(input: object): JoinCheckInput {
  const reading = readStruct(utf8.encode(JSON.stringify(input)), JOIN_CHECK_INPUT, utf8);
  if (!reading.ok) throw new Error(reading.problem.reason);
  return reading.value;
}

test("any file of the right shape is judged or refused with a reason, never thrown at (K13)", () => {
  const ends = { accepted: 0, rejected: 0, unusable: 0 };
  fc.assert(
    fc.property(anyInput, (input) => {
      const judgement = judgeJoin(asRead(input), sha256);
      if (!judgement.ok) {
        ends.unusable += 1;
        expect(judgement.reason).not.toBe("");
        return;
      }
      const { accepted, failureClasses, checks } = judgement.report;
      const tripped = checks.filter((row) => row.outcome === "tripped");
      ends[accepted ? "accepted" : "rejected"] += 1;
      expect(accepted).toBe(failureClasses.length === 0);
      expect(failureClasses).toEqual(tripped.map((row) => row.class).toSorted(byCodePoint));
      expect(
        tripped.flatMap((row) => row.findings).filter((finding) => /could not be evaluated/.test(finding.note)),
      ).toEqual([]);
    }),
    { numRuns: 1000 },
  );
  // The property is worth nothing unless every end is met.
  expect(Math.min(...Object.values(ends)), JSON.stringify(ends)).toBeGreaterThan(0);
});
