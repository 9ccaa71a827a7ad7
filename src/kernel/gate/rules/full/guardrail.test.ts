import { describe, expect, test } from "vitest";
import {
  altered,
  type AlteredCase,
  expectedOf,
  found,
  hex,
  outcomeOf,
  rowOn,
  textDigestOf,
  tripsFor,
  type TurnDraft,
} from "../../../../../conformance/altered-turn.ts";
import { BARE_PLAN, planned, turnOf } from "../../../../../conformance/planned-turn.ts";

const missing = tripsFor("governance.guardrail_stage_missing");
const disorder = tripsFor("governance.guardrail_stage_order_invalid");

const BY_CALL = turnOf({ ...BARE_PLAN, guards: "calls", calls: [planned("read"), planned("web")] });

/** What a call leaves that ran. */
const TRACES = {
  shell: { commandDigest: textDigestOf("run"), workdir: "/repo", profile: "workspace-write", network: "none", exit: 0 },
  code: { stdout: "", stderr: "", traceback: "" },
  surface: "edit",
  artifacts: [{ path: "/repo/src/a.ts", after: hex("1") }],
};

type Guard = TurnDraft["tusk"]["guards"][number];

function guard(more: Partial<Guard>): Guard {
  return { stage: "input", guardrailId: "g", scope: "turn", decision: "pass", inputDigest: hex("1"), seq: 12, ...more };
}

describe("governance.guardrail_stage_missing (R20): who had to look", () => {
  test.each<AlteredCase>([
    { when: "guardrails that looked at each call hold", turn: BY_CALL, change: () => undefined },
    {
      when: "a listed guardrail of a required stage that did not look trips",
      change: ({ tusk }) => {
        tusk.guards.shift();
      },
      trips: [missing("secrets", "evidence.tusk.guards", "guardrail secrets of stage pre_flight did not look at all")],
    },
    {
      when: "each guardrail has to look, not one for all",
      change: ({ spec }) => {
        spec.governance.guardrails.list.push({ id: "pii", stage: "output" });
      },
      trips: [missing("pii", "evidence.tusk.guards", "guardrail pii of stage output did not look at all")],
    },
    {
      when: "a guardrail that looked in another stage did not look in its own",
      change: ({ tusk }) => {
        found(tusk.guards[1]).stage = "input";
      },
      trips: [missing("leaks", "evidence.tusk.guards", "guardrail leaks of stage output did not look at all")],
    },
    {
      when: "a guardrail has to look at a turn without calls too",
      turn: turnOf(BARE_PLAN),
      change: ({ spec, tusk }) => {
        spec.governance.guardrails = { ...spec.governance.guardrails, required: ["output"] };
        spec.governance.guardrails.list = [{ id: "pii", stage: "output" }];
        tusk.guards = [];
      },
      trips: [missing("pii", "evidence.tusk.guards", "guardrail pii of stage output did not look at all")],
    },
    {
      when: "a guardrail of a stage that is not required need not look",
      change: ({ spec, tusk }) => {
        spec.governance.guardrails.required = ["output"];
        tusk.guards.shift();
      },
    },
    {
      when: "a required stage for which no guardrail is listed trips",
      change: ({ spec }) => {
        spec.governance.guardrails.required.push("input");
      },
      trips: [missing("input", "evidence.tusk.guards", "no guardrail is listed for stage input")],
    },
    {
      when: "a guardrail that looked at one call only did not look at the other",
      turn: BY_CALL,
      change: ({ tusk }) => {
        tusk.guards.splice(1, 1);
      },
      trips: [missing("secrets", "evidence.tusk.guards", "guardrail secrets of stage pre_flight did not look at tc-1")],
    },
    {
      when: "the calls that were not looked at are all named",
      turn: turnOf({ ...BARE_PLAN, guards: "calls", calls: [planned("read"), planned("web"), planned("read")] }),
      change: ({ tusk }) => {
        tusk.guards.splice(3, 2);
      },
      trips: [missing("leaks", "evidence.tusk.guards", "guardrail leaks of stage output did not look at tc-0, tc-1")],
    },
    {
      when: "a guardrail that looked at none of the calls did not look at all",
      turn: BY_CALL,
      change: ({ tusk }) => {
        tusk.guards[2] = { ...found(tusk.guards[2]), scope: "tc-9" };
        tusk.guards.splice(3, 1);
      },
      trips: [missing("leaks", "evidence.tusk.guards", "guardrail leaks of stage output did not look at all")],
    },
    {
      when: "in a turn without calls a look at a call is a look at nothing",
      turn: turnOf(BARE_PLAN),
      change: ({ tusk }) => {
        for (const row of tusk.guards) row.scope = "nobody";
      },
      trips: [
        missing("leaks", "evidence.tusk.guards", "guardrail leaks of stage output did not look at all"),
        missing("secrets", "evidence.tusk.guards", "guardrail secrets of stage pre_flight did not look at all"),
      ],
    },
    { when: "in a turn without calls a look at the turn holds", turn: turnOf(BARE_PLAN), change: () => undefined },
    {
      when: "a look at the turn is a look at all of its calls",
      turn: BY_CALL,
      change: ({ tusk }) => {
        tusk.guards.splice(0, 2, { ...found(tusk.guards[0]), scope: "turn" });
      },
    },
  ])("$when", (given) => {
    expect(outcomeOf(given)).toEqual(expectedOf(given));
  });

  test.each<[string, AlteredCase["change"], string]>([
    ["nothing is listed, required or recorded", () => undefined, "not_due"],
    ["a stage is required", ({ spec }) => void spec.governance.guardrails.required.push("input"), "tripped"],
    [
      "a guardrail is listed, required or not",
      ({ spec }) => void spec.governance.guardrails.list.push({ id: "g", stage: "input" }),
      "held",
    ],
    [
      "as many are listed as stages are required, and none looked",
      ({ spec }) => {
        spec.governance.guardrails = { required: ["input"], list: [{ id: "g", stage: "input" }] };
      },
      "tripped",
    ],
    ["a guardrail looked unasked", ({ tusk }) => void tusk.guards.push(guard({})), "held"],
  ])("when %s, the class is %s", (_when, change, outcome) => {
    const file = altered((turn) => {
      turn.spec.governance.guardrails = { required: [], list: [] };
      turn.tusk.guards = [];
      change(turn);
    });
    const row = rowOn("governance.guardrail_stage_missing", file);
    expect(row?.outcome).toBe(outcome);
    if (outcome === "not_due") expect(row).toMatchObject({ why: "no guardrails are listed" });
  });
});

describe("governance.guardrail_stage_missing (R20): who was not listened to", () => {
  const ignored = (decision: string, id: string): string => `guardrail secrets said ${decision} and ${id} went on`;
  test.each<AlteredCase>([
    ...(["trigger", "error"] as const).map((decision): AlteredCase => {
      return {
        when: `a ${decision} about the turn trips for every call that ran`,
        change: ({ tusk }) => {
          found(tusk.guards[0]).decision = decision;
        },
        trips: ["tc-1", "tc-2", "tc-3"].map((id) => missing(id, "evidence.tusk.guards[0]", ignored(decision, id))),
      };
    }),
    {
      when: "a trigger about one call trips for that call only",
      turn: BY_CALL,
      change: ({ tusk }) => {
        found(tusk.guards[1]).decision = "trigger";
      },
      trips: [missing("tc-1", "evidence.tusk.guards[1]", ignored("trigger", "tc-1"))],
    },
    {
      when: "a trigger about a call that was denied holds",
      turn: turnOf({ ...BARE_PLAN, guards: "calls", calls: [planned("web", { outcome: "failed" })] }),
      change: ({ tusk, call }) => {
        found(tusk.guards[0]).decision = "trigger";
        call("tc-0").ran.outcome = "denied";
      },
    },
    ...(["shell", "code", "surface", "artifacts"] as const).map((trace): AlteredCase => {
      return {
        when: `a trigger about a call that says it was denied and left ${trace} evidence trips`,
        turn: turnOf({ ...BARE_PLAN, guards: "calls", calls: [planned("web", { outcome: "failed" })] }),
        change: ({ tusk, call }) => {
          found(tusk.guards[0]).decision = "trigger";
          call("tc-0").ran.outcome = "denied";
          Object.assign(call("tc-0").ran, { [trace]: TRACES[trace] });
          // The command that a shell shows is the one that was asked for.
          if (trace === "shell") call("tc-0").asked.args = { command: "run" };
        },
        trips: [
          tripsFor("tool.schema_invalid")(
            "tc-0",
            "evidence.tusk.results[0].outcome",
            "the call was denied, and the row shows that it ran",
          ),
          // The tool neither has a shell nor writes, so the files were changed by nobody.
          ...(trace === "artifacts"
            ? [
                tripsFor("runtime.shell_boundary_violation")(
                  "tc-0",
                  "evidence.tusk.results[0].artifacts",
                  "files were changed through no surface",
                ),
              ]
            : []),
          missing("tc-0", "evidence.tusk.guards[0]", ignored("trigger", "tc-0")),
        ],
      };
    }),
    ...(["trigger", "error"] as const).map((decision): AlteredCase => {
      return {
        when: `a ${decision} about what is no call of the turn trips: nobody knows whom it stopped`,
        change: ({ tusk }) => {
          tusk.guards.push(guard({ stage: "output", scope: "tc-9", decision, seq: 99 }));
        },
        trips: [missing("g", "evidence.tusk.guards[2].scope", `said ${decision} about tc-9, which is no call here`)],
      };
    }),
    {
      when: "a pass about what is no call of the turn stops nothing and holds",
      change: ({ tusk }) => {
        tusk.guards.push(guard({ stage: "output", scope: "tc-9", seq: 99 }));
      },
    },
    {
      when: "a trigger about a call that was denied and changed no file holds",
      turn: turnOf({ ...BARE_PLAN, guards: "calls", calls: [planned("web", { outcome: "failed" })] }),
      change: ({ tusk, call }) => {
        found(tusk.guards[0]).decision = "trigger";
        call("tc-0").ran.outcome = "denied";
        call("tc-0").ran.artifacts = [];
      },
    },
    {
      when: "a trigger about the input of a call that was interrupted trips: nobody knows that it did not run",
      turn: turnOf({ ...BARE_PLAN, calls: [planned("web", { outcome: "interrupted", payload: undefined })] }),
      change: ({ tusk, spec }) => {
        spec.governance.guardrails.list.push({ id: "secrets", stage: "input" });
        tusk.guards.push(guard({ guardrailId: "secrets", decision: "trigger" }));
      },
      trips: [missing("tc-0", "evidence.tusk.guards[2]", ignored("trigger", "tc-0"))],
    },
    {
      when: "an output trigger trips for what was shown",
      turn: BY_CALL,
      change: ({ tusk }) => {
        found(tusk.guards[2]).decision = "trigger";
      },
      trips: [missing("tc-0", "evidence.tusk.guards[2]", "guardrail leaks said trigger and tc-0 went on")],
    },
    {
      when: "an output trigger about a result of which nothing was shown holds",
      turn: turnOf({ ...BARE_PLAN, guards: "calls", calls: [planned("web", { payload: undefined })] }),
      change: ({ tusk }) => {
        found(tusk.guards[1]).decision = "trigger";
      },
    },
    {
      when: "a trigger before a turn without calls stopped nothing that went on",
      turn: turnOf(BARE_PLAN),
      change: ({ tusk }) => {
        found(tusk.guards[0]).decision = "trigger";
      },
    },
  ])("$when", (given) => {
    expect(outcomeOf(given)).toEqual(expectedOf(given));
  });
});

describe("governance.guardrail_stage_order_invalid (R20)", () => {
  const late = "secrets of stage pre_flight came after the first result";
  test.each<AlteredCase>([
    {
      when: "a first look just before the first result holds",
      change: ({ tusk }) => {
        found(tusk.guards[0]).seq = 11;
      },
    },
    {
      when: "a first look at the first result's own row is too late",
      change: ({ tusk }) => {
        found(tusk.guards[0]).seq = 12;
      },
      trips: [disorder("secrets", "evidence.tusk.guards[0]", late)],
    },
    {
      when: "a first look after the first result is too late, before the last or not",
      change: ({ tusk }) => {
        found(tusk.guards[0]).seq = 13;
      },
      trips: [disorder("secrets", "evidence.tusk.guards[0]", late)],
    },
    {
      when: "the first result is the one with the smallest number, not the first row",
      change: ({ tusk, call }) => {
        found(tusk.guards[0]).seq = 10;
        call("tc-3").ran.seq = 9;
      },
      trips: [disorder("secrets", "evidence.tusk.guards[0]", late)],
    },
    {
      when: "a look at one call has to come before that call's result",
      turn: BY_CALL,
      change: ({ tusk }) => {
        found(tusk.guards[1]).seq = 100;
      },
    },
    {
      when: "a look at one call after its own result is too late",
      turn: BY_CALL,
      change: ({ tusk }) => {
        found(tusk.guards[1]).seq = 101;
      },
      trips: [disorder("secrets", "evidence.tusk.guards[1]", late)],
    },
    {
      when: "an input look after the output trips",
      change: ({ tusk }) => {
        tusk.guards.push(guard({ seq: 16 }));
      },
      trips: [disorder("g", "evidence.tusk.guards[2]", "g of stage input came after a later stage")],
    },
    {
      when: "an input look between pre_flight and output holds, wherever its row stands",
      change: ({ tusk }) => {
        tusk.guards.push(guard({ seq: 14 }));
      },
    },
    {
      when: "a first look after an input look trips",
      change: ({ tusk }) => {
        tusk.guards.push(guard({ seq: 10 }));
      },
      trips: [disorder("secrets", "evidence.tusk.guards[0]", "secrets of stage pre_flight came after a later stage")],
    },
    {
      when: "a first look after an output look trips even when an input look came between",
      change: ({ tusk }) => {
        tusk.guards.push(guard({ seq: 16 }), guard({ stage: "pre_flight", guardrailId: "late", seq: 17 }));
      },
      trips: [
        disorder("g", "evidence.tusk.guards[2]", "g of stage input came after a later stage"),
        disorder("late", "evidence.tusk.guards[3]", "late of stage pre_flight came after a later stage"),
      ],
    },
    {
      when: "two looks of one stage may follow each other",
      change: ({ tusk }) => {
        tusk.guards.push(guard({ stage: "output", guardrailId: "pii", seq: 16 }));
      },
    },
    {
      when: "each scope has its own order",
      change: ({ tusk }) => {
        tusk.guards.push(guard({ scope: "tc-3", seq: 16 }));
      },
    },
    {
      when: "a first look in a turn without results is never too late",
      turn: turnOf(BARE_PLAN),
      change: ({ tusk }) => {
        found(tusk.guards[0]).seq = 999;
      },
    },
  ])("$when", (given) => {
    expect(outcomeOf(given)).toEqual(expectedOf(given));
  });

  test("is not due when nobody looked", () => {
    const file = altered(({ tusk, spec }) => {
      tusk.guards = [];
      spec.governance.guardrails = { required: [], list: [] };
    });
    expect(rowOn("governance.guardrail_stage_order_invalid", file)).toEqual({
      class: "governance.guardrail_stage_order_invalid",
      outcome: "not_due",
      why: "no guardrail looked",
    });
  });
});
