import { sha256 } from "#platform";
import { describe, expect, test } from "vitest";
import { FULL_TURN } from "../../../conformance/full-turn.ts";
import { admitted, refusalOf, stagesOf } from "../../../tests/forgery/minted.ts";
import { digestJson } from "../digest/digest.ts";
import type { DiscardReason } from "../evidence/tusk-evidence.ts";
import type { Violation } from "../gate/verdict.ts";
import { type Consumer, deriveDisposition, namedInputs, type UseDisposition, WIRE_WORD } from "./disposition.ts";
import { interruptedResult, resultParts } from "./tool-results.ts";
import { disposeResults, type HandoffDraft, type UseDraft, useParts } from "./tool-use.ts";

const RESULTS = stagesOf().results;
const RETRY = { decisionRef: "retry://1" };
const HANDOFF: HandoffDraft = {
  target: "tester",
  returnPathRef: "session://main",
  packet: { intent: "test it", constraints: [], inputs: ["tc-2"], artifacts: [{ ref: "file://plan.md", digest: "d" }] },
  existing: [{ ref: "file://plan.md", digest: "d" }],
};

function refusedFor(draft: UseDraft, results = RESULTS): readonly Violation[] {
  const refusal = refusalOf(disposeResults(results, draft));
  expect(refusal.answer).toBe("stop");
  return refusal.violations;
}

describe("dispositions are derived, first match first: retry, consumed, discarded, observed (K06)", () => {
  const TABLE: readonly (readonly [UseDisposition, retry: boolean, consumers: readonly Consumer[], reason: boolean])[] =
    [
      ["observed_only", false, [], false],
      ["discarded_with_reason", false, [], true],
      ["consumed", false, ["summary"], false],
      ["consumed", false, ["handoff", "intent"], true],
      ["retry_scheduled", true, [], false],
      ["retry_scheduled", true, [], true],
      ["retry_scheduled", true, ["intent"], false],
      ["retry_scheduled", true, ["handoff", "summary", "intent"], true],
    ];

  test.each(TABLE)(
    "%s where retry is %s, consumers are %j, and a reason is %s",
    (disposition, retry, consumers, reason) => {
      const use = {
        toolCallId: "tc-1",
        ...(retry ? { retry: RETRY } : {}),
        ...(reason ? { reasonCode: "superseded" as const } : {}),
      };
      expect(deriveDisposition(use, consumers)).toBe(disposition);
    },
  );

  test("each has one word on the wire, which the reference can read", () => {
    expect(WIRE_WORD).toEqual({
      consumed: "consumed",
      observed_only: "observed",
      discarded_with_reason: "discarded",
      retry_scheduled: "observed",
    });
  });

  test("inputs are named by handoff, summary and intent, in that order, each once", () => {
    const intent = { action: "issue.close", args: {}, inputs: ["tc-1", "tc-3", "tc-1"] };
    const summary = { ref: "summary://3", inputs: ["tc-3", "tc-3"] };
    expect(namedInputs({ intent, summary, handoff: HANDOFF })).toEqual(
      new Map([
        ["tc-2", ["handoff"]],
        ["tc-3", ["summary", "intent"]],
        ["tc-1", ["intent"]],
      ]),
    );
    const packet = { ...HANDOFF.packet, inputs: ["tc-3"] };
    expect(namedInputs({ intent, summary, handoff: { ...HANDOFF, packet } }).get("tc-3")).toEqual([
      "handoff",
      "summary",
      "intent",
    ]);
    expect(namedInputs({})).toEqual(new Map());
  });
});

describe("disposeResults mints ToolUse (K06)", () => {
  test("the golden turn: what summary and intent name was consumed, the rest was seen", () => {
    const { use } = stagesOf();
    expect(["tc-1", "tc-2", "tc-3", "tc-9"].map((id) => use.dispositionOf(id))).toEqual([
      "consumed",
      "observed_only",
      "consumed",
      undefined,
    ]);
    const parts = useParts(use);
    expect(parts.use).toEqual([
      { toolCallId: "tc-1", consumedBy: ["summary"] },
      { toolCallId: "tc-2" },
      { toolCallId: "tc-3", consumedBy: ["summary", "intent"] },
    ]);
    const [first, second, third] = resultParts(RESULTS).resultDigests;
    expect(parts.wireUse).toEqual([
      { toolCallId: "tc-1", disposition: "consumed", resultDigest: first },
      { toolCallId: "tc-2", disposition: "observed", resultDigest: second },
      { toolCallId: "tc-3", disposition: "consumed", resultDigest: third },
    ]);
    expect(parts.consumers).toEqual({ summary: FULL_TURN.use.summary, intent: FULL_TURN.use.intent });
    expect(parts.wireHandoff).toBeUndefined();
    expect([parts.use[0], parts.wireUse[0], parts.consumers, parts.consumers.intent].every(Object.isFrozen)).toBe(true);
  });

  test("notes say why a result was discarded or that it is tried again; they choose nothing", () => {
    const notes = [
      { toolCallId: "tc-1", reasonCode: "irrelevant" as const },
      { toolCallId: "tc-2", reasonCode: "duplicate" as const, retry: RETRY },
      { toolCallId: "tc-3", reasonCode: "untrusted" as const },
    ];
    const use = admitted(disposeResults(RESULTS, { notes, summary: { ref: "summary://3", inputs: ["tc-3"] } }));
    expect(["tc-1", "tc-2", "tc-3"].map((id) => use.dispositionOf(id))).toEqual([
      "discarded_with_reason",
      "retry_scheduled",
      "consumed",
    ]);
    expect(useParts(use).wireUse.map((row) => row.disposition)).toEqual(["discarded", "observed", "consumed"]);
    expect(useParts(use).use).toEqual([notes[0], notes[1], { ...notes[2], consumedBy: ["summary"] }]);
  });

  test("a turn that makes nothing of its results has observed them", () => {
    const use = admitted(disposeResults(RESULTS, {}));
    expect(useParts(use)).toMatchObject({
      consumers: {},
      use: [{ toolCallId: "tc-1" }, { toolCallId: "tc-2" }, { toolCallId: "tc-3" }],
    });
    expect(Object.keys(useParts(use).consumers)).toEqual([]);
  });

  test("a result without a payload has no digest to be used by", () => {
    const [, edit, bash] = FULL_TURN.results;
    if (edit === undefined || bash === undefined) throw new Error("no results");
    const { results } = stagesOf({ results: [interruptedResult("tc-1", 12), edit, bash] });
    expect(useParts(admitted(disposeResults(results, {}))).wireUse[0]).toEqual({
      toolCallId: "tc-1",
      disposition: "observed",
    });
  });

  test("a handoff names target, artifacts and return path on the wire, and its packet as evidence", () => {
    const parts = useParts(admitted(disposeResults(RESULTS, { handoff: HANDOFF })));
    expect(parts.wireHandoff).toEqual({
      target: "tester",
      requiredArtifactRefs: ["file://plan.md"],
      returnPathRef: "session://main",
    });
    expect(parts.consumers).toEqual({ handoff: { packet: HANDOFF.packet, existing: HANDOFF.existing } });
    expect(parts.use[1]).toEqual({ toolCallId: "tc-2", consumedBy: ["handoff"] });
    const { returnPathRef: _path, ...oneWay } = HANDOFF;
    expect(useParts(admitted(disposeResults(RESULTS, { handoff: oneWay }))).wireHandoff).toEqual({
      target: "tester",
      requiredArtifactRefs: ["file://plan.md"],
    });
  });
});

describe("the use digest (000 §4.4)", () => {
  const digestOf = (draft: UseDraft): string => admitted(disposeResults(RESULTS, draft)).useDigest;

  test("is over call, result, disposition and reason of every result", () => {
    const [first, second, third] = resultParts(RESULTS).resultDigests;
    const notes = [{ toolCallId: "tc-2", reasonCode: "over_budget" as const }];
    expect(digestOf({ ...FULL_TURN.use, notes })).toBe(
      digestJson(sha256, [
        { toolCallId: "tc-1", resultDigest: first ?? null, useDisposition: "consumed" },
        {
          toolCallId: "tc-2",
          resultDigest: second ?? null,
          useDisposition: "discarded_with_reason",
          useReason: "over_budget",
        },
        { toolCallId: "tc-3", resultDigest: third ?? null, useDisposition: "consumed" },
      ]),
    );
  });

  test("tells every reason from every other, and a retry from an observation", () => {
    const reasons: readonly DiscardReason[] = ["superseded", "duplicate", "irrelevant", "untrusted", "over_budget"];
    const digests = [
      digestOf({}),
      digestOf({ notes: [{ toolCallId: "tc-1", retry: RETRY }] }),
      ...reasons.map((reasonCode) => digestOf({ notes: [{ toolCallId: "tc-1", reasonCode }] })),
    ];
    expect(new Set(digests).size).toBe(digests.length);
  });

  test("says null for a result without a payload", () => {
    const [, edit, bash] = FULL_TURN.results;
    if (edit === undefined || bash === undefined) throw new Error("no results");
    const { results } = stagesOf({ results: [interruptedResult("tc-1", 12), edit, bash] });
    const [, second, third] = resultParts(results).resultDigests;
    expect(admitted(disposeResults(results, {})).useDigest).toBe(
      digestJson(
        sha256,
        [null, second, third].map((digest, at) => {
          return { toolCallId: `tc-${at + 1}`, resultDigest: digest ?? null, useDisposition: "observed_only" };
        }),
      ),
    );
  });
});

describe("what disposeResults refuses (K06)", () => {
  const PATH = "evidence.tusk.use";

  test("a note about a result that does not exist", () => {
    const notes = [
      { toolCallId: "tc-9", reasonCode: "duplicate" as const },
      { toolCallId: "tc-1", reasonCode: "duplicate" as const },
    ];
    const note = "a use of a result that does not exist";
    expect(refusedFor({ notes })).toEqual([
      { class: "tool.use_without_result", answer: "stop", subject: "tc-9", path: PATH, note },
    ]);
  });

  test("a summary, intent or handoff that rests on a result that does not exist", () => {
    const draft = {
      summary: { ref: "summary://3", inputs: ["tc-1", "tc-8"] },
      intent: { action: "issue.close", args: {}, inputs: ["tc-8", "tc-9"] },
    };
    const row = (subject: string, note: string): Violation => {
      return { class: "tool.use_unknown_result", answer: "stop", subject, path: PATH, note };
    };
    expect(refusedFor(draft)).toEqual([
      row("tc-8", "summary, intent rests on a result that does not exist"),
      row("tc-9", "intent rests on a result that does not exist"),
    ]);
    const packet = { ...HANDOFF.packet, inputs: ["tc-7"] };
    expect(refusedFor({ handoff: { ...HANDOFF, packet } })).toEqual([
      row("tc-7", "handoff rests on a result that does not exist"),
    ]);
  });

  test("an interrupted result is observed, discarded or tried again, never consumed (DESIGN 8)", () => {
    const [read, edit] = FULL_TURN.results;
    if (read === undefined || edit === undefined) throw new Error("no results");
    const { results } = stagesOf({ results: [read, edit, interruptedResult("tc-3", 14)] });
    expect(refusedFor(FULL_TURN.use, results)).toEqual([
      {
        class: "tool.use_unknown_result",
        answer: "stop",
        subject: "tc-3",
        path: PATH,
        note: "summary, intent rests on an unknown effect",
      },
    ]);
    expect(admitted(disposeResults(results, {})).dispositionOf("tc-3")).toBe("observed_only");
    const notes = [{ toolCallId: "tc-3", retry: RETRY }];
    expect(admitted(disposeResults(results, { notes })).dispositionOf("tc-3")).toBe("retry_scheduled");
  });

  test("what is wrong with notes is said first, then what is wrong with inputs", () => {
    const draft: UseDraft = {
      notes: [{ toolCallId: "tc-9" }],
      summary: { ref: "summary://3", inputs: ["tc-8"] },
    };
    expect(refusedFor(draft).map((row) => [row.class, row.subject])).toEqual([
      ["tool.use_without_result", "tc-9"],
      ["tool.use_unknown_result", "tc-8"],
    ]);
  });
});
