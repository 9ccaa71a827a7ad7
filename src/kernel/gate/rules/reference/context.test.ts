import { describe, expect, test } from "vitest";
import { checkOf, CLOSED_TURN, judge } from "../../../../../conformance/closed-turn.ts";
import type { TypestateEvidenceInput } from "../../../evidence/wire.ts";
import type { FailClass } from "../../classes.ts";
import type { CheckRow } from "../../run.ts";

const INJECTION = "context.injection_point_missing";
const QUEUE = "context.queue_policy_violation";

function check(failClass: FailClass, change: Partial<TypestateEvidenceInput>): CheckRow | undefined {
  return checkOf(failClass, { evidence: { ...CLOSED_TURN, ...change } });
}

const NO_CONTEXT = { toolRender: [], reminderQueue: [], stateViews: [] };
const ENDED = { stopReason: "end_turn", continuationAllowed: false };
const OBSERVED = CLOSED_TURN.toolUse.map((row) => ({ ...row, disposition: "observed" }));

describe("whether context is needed (contract 1.4, first note)", () => {
  test.each<[FailClass]>([[INJECTION], [QUEUE]])(
    "%s is skipped when the turn ends and nothing was consumed",
    (name) => {
      expect(check(name, { ...NO_CONTEXT, protocolState: ENDED, toolUse: OBSERVED })).toEqual({
        class: name,
        outcome: "skipped",
        why: "the turn does not continue and no result was consumed",
      });
    },
  );

  test.each<[string, Partial<TypestateEvidenceInput>]>([
    ["the turn goes on", { toolUse: OBSERVED }],
    ["one result was consumed", { protocolState: ENDED }],
  ])("it is needed when %s, and both rules then trip without it", (_when, change) => {
    const { failureClasses } = judge({ evidence: { ...CLOSED_TURN, ...NO_CONTEXT, ...change } });
    expect(failureClasses).toEqual([INJECTION, QUEUE]);
  });
});

describe(INJECTION, () => {
  test("holds when each result is rendered and a view is there", () => {
    expect(check(INJECTION, {})).toEqual({ class: INJECTION, outcome: "held" });
  });

  test("names each result that is not rendered, and the turn when it has no view", () => {
    expect(check(INJECTION, { toolRender: [], stateViews: [] })).toEqual({
      class: INJECTION,
      outcome: "tripped",
      findings: [
        { subject: "bash-2", path: "evidence.toolRender", note: "result bash-2 has no toolRender row" },
        { subject: "read-1", path: "evidence.toolRender", note: "result read-1 has no toolRender row" },
        { subject: "turn-4", path: "evidence.stateViews", note: "there is no state view" },
      ],
    });
  });

  test("does not mind a rendering of something that has no result", () => {
    const toolRender = [...CLOSED_TURN.toolRender, { ...CLOSED_TURN.toolRender[0], toolCallId: "note-1" }];
    expect(check(INJECTION, { toolRender })).toEqual({ class: INJECTION, outcome: "held" });
  });

  test("does not ask under which policy things were made", () => {
    const stateViews = [{ ...CLOSED_TURN.stateViews[0], policyDigest: "policy:views@4" }];
    expect(judge({ evidence: { ...CLOSED_TURN, stateViews } }).failureClasses).toEqual([QUEUE]);
  });
});

describe(QUEUE, () => {
  test("holds when a queue was reduced and everything was made under the bound policies", () => {
    expect(check(QUEUE, {})).toEqual({ class: QUEUE, outcome: "held" });
  });

  test("names the turn when no queue was reduced", () => {
    expect(check(QUEUE, { reminderQueue: [] })).toEqual({
      class: QUEUE,
      outcome: "tripped",
      findings: [{ subject: "turn-4", path: "evidence.reminderQueue", note: "no reminder queue was reduced" }],
    });
  });

  test("names each rendering, queue and view that was made under another policy", () => {
    const policyDigest = "policy:old";
    expect(
      check(QUEUE, {
        toolRender: [{ ...CLOSED_TURN.toolRender[0], policyDigest }, CLOSED_TURN.toolRender[1]],
        reminderQueue: [{ ...CLOSED_TURN.reminderQueue[0], policyDigest }],
        stateViews: [{ ...CLOSED_TURN.stateViews[0], policyDigest }],
      }),
    ).toEqual({
      class: QUEUE,
      outcome: "tripped",
      findings: [
        {
          subject: "queue/main",
          path: "evidence.reminderQueue",
          note: "queue/main was made under policy policy:old, bound is policy:reminders@7",
        },
        {
          subject: "read-1",
          path: "evidence.toolRender",
          note: "read-1 was made under policy policy:old, bound is policy:render@3",
        },
        {
          subject: "view/files",
          path: "evidence.stateViews",
          note: "view/files was made under policy policy:old, bound is policy:views@5",
        },
      ],
    });
  });
});
