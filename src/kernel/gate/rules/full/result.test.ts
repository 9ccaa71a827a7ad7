import { describe, expect, test } from "vitest";
import {
  altered,
  type AlteredCase,
  digestOf,
  expectedOf,
  found,
  hex,
  outcomeOf,
  rowOn,
  textDigestOf,
  tripsFor,
  type TurnDraft,
} from "../../../../../conformance/altered-turn.ts";
import type { JoinCheckInput } from "../../../evidence/wire.ts";
import type { ResultEvidence } from "../../../evidence/tusk-evidence.ts";
import type { FullTurn } from "../../../../../conformance/full-turn.ts";
import { BARE_PLAN, planned, SHOWN_AT_MOST, turnOf } from "../../../../../conformance/planned-turn.ts";

const schema = tripsFor("tool.schema_invalid");
const unknown = tripsFor("tool.use_unknown_result");
const cut = tripsFor("tool.response_truncation_policy_violation");

const RAN = "the call was denied, and the row shows that it ran";

/** What a call of `make` leaves that ran, each alone; nothing else is wrong with it. */
const TRACES = {
  shell: {
    commandDigest: textDigestOf("run 0"),
    workdir: "/repo",
    profile: "workspace-write",
    network: "none",
    exit: 0,
  },
  surface: "edit",
  code: { stdout: "", stderr: "", traceback: "" },
  artifacts: [{ path: "/repo/src/a.ts", before: hex("1"), after: hex("1") }],
} as const satisfies Partial<ResultEvidence>;

const READ_PAYLOAD = "while (i < lines) {\n}\n";
const READ_DIGEST = digestOf(READ_PAYLOAD);

describe("tool.schema_invalid at stage J", () => {
  test.each<AlteredCase>([
    {
      when: "a result that says ok after a failure trips",
      change: ({ call }) => {
        call("tc-1").ran.outcome = "failed";
      },
      trips: [schema("tc-1", "evidence.toolResults[0].status", "status is ok, the outcome was failed")],
    },
    ...(["failed", "timeout", "interrupted", "denied"] as const).map((outcome): AlteredCase => {
      return {
        when: `an error with outcome ${outcome} holds`,
        change: ({ call, tusk }) => {
          call("tc-3").ran.outcome = outcome;
          // What was denied left nothing.
          if (outcome === "denied") delete call("tc-3").ran.shell;
          // Nothing rests on it: nobody consumes what has no known effect.
          delete tusk.intent;
          found(tusk.summary).inputs = ["tc-1"];
          delete call("tc-3").used.consumedBy;
          call("tc-3").use.disposition = "observed";
        },
      };
    }),
    {
      when: "a result that says error after an ok outcome trips",
      change: ({ call }) => {
        call("tc-3").ran.outcome = "ok";
      },
      trips: [schema("tc-3", "evidence.toolResults[2].status", "status is error, the outcome was ok")],
    },
    ...Object.entries(TRACES).map(([trace, left]): AlteredCase => {
      return {
        when: `a denied call that left ${trace} evidence was not denied`,
        turn: turnOf({ ...BARE_PLAN, calls: [planned("make", { outcome: "interrupted" })] }),
        change: ({ call }) => {
          Object.assign(call("tc-0").ran, { outcome: "denied", [trace]: left });
        },
        trips: [schema("tc-0", "evidence.tusk.results[0].outcome", RAN)],
      };
    }),
    {
      when: "a denied call with an empty list of artifacts left nothing",
      turn: turnOf({ ...BARE_PLAN, calls: [planned("make", { outcome: "interrupted" })] }),
      change: ({ call }) => {
        Object.assign(call("tc-0").ran, { outcome: "denied", artifacts: [], reads: [] });
      },
    },
    {
      when: "a denied program that called something ran",
      turn: turnOf({
        ...BARE_PLAN,
        mode: "code",
        calls: [planned("python", { outcome: "interrupted" }), planned("web"), planned("python")],
      }),
      change: ({ call }) => {
        call("tc-0").ran.outcome = "denied";
      },
      trips: [schema("tc-0", "evidence.tusk.results[0].outcome", RAN)],
    },
    {
      when: "a denied program that called nothing holds",
      turn: turnOf({ ...BARE_PLAN, mode: "code", calls: [planned("python", { outcome: "interrupted" })] }),
      change: ({ call }) => {
        call("tc-0").ran.outcome = "denied";
      },
    },
    ...(["stdout", "stderr", "traceback"] as const).map((name): AlteredCase => {
      return {
        when: `a program's ${name} that is named by a digest nobody resolves is unproven`,
        turn: turnOf({ ...BARE_PLAN, calls: [planned("python")] }),
        change: ({ call }) => {
          found(call("tc-0").ran.code)[name] = { $digest: hex("9") };
        },
        trips: [schema("tc-0", `evidence.tusk.results[0].code.${name}`, `${hex("9")} is not among the values`)],
      };
    }),
    ...(["ok", "interrupted"] as const).map((outcome): AlteredCase => {
      return {
        when: `output that nobody has is unproven, whatever its tool was said to do, after ${outcome}`,
        turn: turnOf({ ...BARE_PLAN, calls: [planned("web", { outcome })] }),
        change: ({ call }) => {
          call("tc-0").ran.code = { stdout: { $digest: hex("9") }, stderr: "", traceback: "" };
        },
        trips: [schema("tc-0", "evidence.tusk.results[0].code.stdout", `${hex("9")} is not among the values`)],
      };
    }),
    {
      when: "a program's output that is named by a digest and stands among the values holds",
      turn: turnOf({ ...BARE_PLAN, calls: [planned("python")] }),
      change: ({ call, keepText }) => {
        call("tc-0").ran.code = {
          stdout: { $digest: keepText("a") },
          stderr: { $digest: keepText("b") },
          traceback: { $digest: keepText("c") },
        };
      },
    },
    {
      when: "an error without its envelope trips",
      change: ({ call }) => {
        delete call("tc-3").result.errorCode;
      },
      trips: [schema("tc-3", "evidence.toolResults[2]", "the error envelope of tc-3 lacks errorCode")],
    },
    {
      when: "a tool that reads leaves reads",
      change: ({ call }) => {
        delete call("tc-1").ran.reads;
      },
      trips: [schema("tc-1", "evidence.tusk.results[0].reads", "read ran and left no reads evidence")],
    },
    {
      when: "no reads are an empty list, which holds",
      change: ({ call }) => {
        call("tc-1").ran.reads = [];
      },
    },
    {
      when: "a tool that writes leaves a surface and artifacts",
      change: ({ call }) => {
        delete call("tc-2").ran.surface;
        delete call("tc-2").ran.artifacts;
      },
      trips: [
        schema("tc-2", "evidence.tusk.results[1].surface", "edit ran and left no surface evidence"),
        schema("tc-2", "evidence.tusk.results[1].artifacts", "edit ran and left no artifacts evidence"),
      ],
    },
    {
      when: "no artifacts are an empty list, which holds",
      change: ({ call }) => {
        call("tc-2").ran.artifacts = [];
      },
    },
    {
      when: "a shell leaves a shell block, and one that failed too",
      change: ({ call }) => {
        delete call("tc-3").ran.shell;
      },
      trips: [schema("tc-3", "evidence.tusk.results[2].shell", "bash ran and left no shell evidence")],
    },
    {
      when: "a program leaves its output",
      turn: turnOf({ ...BARE_PLAN, calls: [planned("python")] }),
      change: ({ call }) => {
        delete call("tc-0").ran.code;
      },
      trips: [schema("tc-0", "evidence.tusk.results[0].code", "python ran and left no code evidence")],
    },
    {
      when: "a tool with two effects leaves both",
      turn: turnOf({ ...BARE_PLAN, calls: [planned("make")] }),
      change: ({ call }) => {
        delete call("tc-0").ran.shell;
        delete call("tc-0").ran.surface;
      },
      trips: [
        schema("tc-0", "evidence.tusk.results[0].shell", "make ran and left no shell evidence"),
        schema("tc-0", "evidence.tusk.results[0].surface", "make ran and left no surface evidence"),
      ],
    },
    {
      when: "searching and other effects leave nothing of their own",
      turn: turnOf({ ...BARE_PLAN, calls: [planned("web"), planned("grep")] }),
      change: ({ call }) => {
        expect(Object.keys(call("tc-0").ran)).not.toContain("reads");
      },
    },
    ...(["timeout", "failed"] as const).map((outcome): AlteredCase => {
      return {
        when: `a tool that ended as ${outcome} still leaves its evidence`,
        turn: turnOf({ ...BARE_PLAN, calls: [planned("bash", { outcome })] }),
        change: ({ call }) => {
          delete call("tc-0").ran.shell;
        },
        trips: [schema("tc-0", "evidence.tusk.results[0].shell", "bash ran and left no shell evidence")],
      };
    }),
    ...(["denied", "interrupted"] as const).map((outcome): AlteredCase => {
      return {
        when: `a call that ended as ${outcome} leaves nothing`,
        turn: turnOf({ ...BARE_PLAN, calls: [planned("bash", { outcome: "failed" })] }),
        change: ({ call }) => {
          delete call("tc-0").ran.shell;
          call("tc-0").ran.outcome = outcome;
        },
      };
    }),
  ])("$when", (given) => {
    expect(outcomeOf(given)).toEqual(expectedOf(given));
  });
});

describe("tool.use_unknown_result (000 §4.4)", () => {
  test.each<AlteredCase>([
    {
      when: "a payload under another digest trips",
      change: ({ call }) => {
        const { result, use, render } = call("tc-1");
        result.resultDigest = hex("9");
        use.resultDigest = hex("9");
        render.operatorPayloadDigest = hex("9");
      },
      trips: [
        unknown(
          "tc-1",
          "evidence.toolResults[0].resultDigest",
          `the payload has digest ${READ_DIGEST}, the row says ${hex("9")}`,
        ),
      ],
    },
    {
      when: "a payload that nobody has trips",
      change: ({ call }) => {
        delete call("tc-2").result.payload;
        call("tc-2").result.resultDigest = digestOf({ replaced: 1 });
        // What the model saw stands among the values.
        call("tc-2").render.reminderRenderDigest = digestOf("shown");
      },
      trips: [
        tripsFor("context.injection_point_missing")(
          "tc-2",
          "evidence.toolRender[1].reminderRenderDigest",
          `the text ${digestOf("shown")} that the model saw is not in the evidence`,
        ),
        unknown(
          "tc-2",
          "evidence.toolResults[1].resultDigest",
          `the payload ${digestOf({ replaced: 1 })} is neither in the row nor among the values`,
        ),
      ],
    },
    {
      when: "a payload among the values holds like one in the row",
      change: ({ call, keep }) => {
        delete call("tc-2").result.payload;
        call("tc-2").result.resultDigest = keep({ replaced: 1 });
      },
    },
    {
      when: "a payload that looks like a reference is itself: the wire has no references",
      change: ({ call, keep }) => {
        const payload = { $digest: keep("other") };
        const { result, use, render, ran } = call("tc-2");
        result.payload = payload;
        use.resultDigest = digestOf(payload);
        render.operatorPayloadDigest = digestOf(payload);
        render.reminderRenderDigest = digestOf(payload);
        ran.payloadBytes = 85;
        ran.shownBytes = 85;
      },
    },
    {
      when: "a stated digest that is the payload's holds",
      change: ({ call }) => {
        call("tc-1").result.resultDigest = READ_DIGEST;
      },
    },
    {
      when: "a use of another payload trips",
      change: ({ call }) => {
        call("tc-1").use.resultDigest = hex("9");
      },
      trips: [
        unknown(
          "tc-1",
          "evidence.toolUse[0].resultDigest",
          `the use names payload ${hex("9")}, the result has ${READ_DIGEST}`,
        ),
      ],
    },
    {
      when: "a use of no payload trips where there is one",
      change: ({ call }) => {
        delete call("tc-1").use.resultDigest;
      },
      trips: [
        unknown(
          "tc-1",
          "evidence.toolUse[0].resultDigest",
          `the use names payload none, the result has ${READ_DIGEST}`,
        ),
      ],
    },
    {
      when: "a use of a payload trips where there is none",
      turn: turnOf({ ...BARE_PLAN, calls: [planned("web", { payload: undefined })] }),
      change: ({ call }) => {
        call("tc-0").use.resultDigest = hex("9");
      },
      trips: [
        unknown("tc-0", "evidence.toolUse[0].resultDigest", `the use names payload ${hex("9")}, the result has none`),
      ],
    },
    {
      when: "a result without payload, used without payload, holds",
      turn: turnOf({ ...BARE_PLAN, calls: [planned("web", { payload: undefined })] }),
      change: () => undefined,
    },
    {
      when: "an interrupted result that is consumed trips",
      change: ({ call }) => {
        call("tc-3").ran.outcome = "interrupted";
      },
      trips: [
        unknown(
          "tc-3",
          "evidence.toolUse[2].disposition",
          "an interrupted call has an unknown effect and cannot be consumed",
        ),
      ],
    },
    {
      when: "an interrupted result that is only observed holds",
      turn: turnOf({ ...BARE_PLAN, calls: [planned("bash", { outcome: "interrupted" })] }),
      change: () => undefined,
    },
  ])("$when", (given) => {
    expect(outcomeOf(given)).toEqual(expectedOf(given));
  });
});

const LONG = "x".repeat(200);

function longTurn(keep: "middle" | "head" | "tail"): FullTurn {
  return turnOf({ ...BARE_PLAN, keep, calls: [planned("web", { payload: LONG })] });
}

const NO_PAYLOAD = turnOf({ ...BARE_PLAN, calls: [planned("web", { payload: undefined })] });
const CUT_WRONG = "what was shown is not the head, the marker and the tail of the payload";

/** Puts a payload of 200 bytes in the place of the first call's, cut as said. */
function wide(
  payload: string,
  ends: { readonly headBytes: number; readonly tailBytes: number },
  shown: string,
): AlteredCase["change"] {
  return ({ call, keepText }) => {
    const { ran, render, result, use } = call("tc-0");
    result.payload = payload;
    use.resultDigest = digestOf(payload);
    render.operatorPayloadDigest = digestOf(payload);
    render.reminderRenderDigest = keepText(shown);
    ran.truncation = { totalBytes: 200, sha256: hex("1"), ...ends, markerBytes: 5 };
    ran.shownBytes = ends.headBytes + ends.tailBytes + 5;
  };
}

/** Changes how a result was cut, and shows a text of the size that the row then says. */
function cutting(
  change: (cut: NonNullable<ReturnType<TurnDraft["call"]>["ran"]["truncation"]>) => void,
  shownBytes = SHOWN_AT_MOST,
): AlteredCase["change"] {
  return ({ call, keepText }) => {
    const { ran, render } = call("tc-0");
    const row = found(ran.truncation);
    change(row);
    ran.shownBytes = shownBytes;
    const text = `${"x".repeat(row.headBytes)}[cut]${"x".repeat(SHOWN_AT_MOST)}`;
    render.reminderRenderDigest = keepText(text.slice(0, shownBytes));
  };
}

describe("tool.response_truncation_policy_violation (000 §4.3)", () => {
  test.each<AlteredCase>([
    ...(["middle", "head", "tail"] as const).map((keep): AlteredCase => {
      return { when: `a result cut to its ${keep} holds`, turn: longTurn(keep), change: () => undefined };
    }),
    {
      when: "exactly as much as allowed holds",
      change: ({ spec }) => {
        spec.truncationPolicy.maxBytes = READ_PAYLOAD.length + 14;
      },
    },
    {
      when: "one byte more than allowed trips",
      turn: longTurn("middle"),
      change: ({ spec }) => {
        spec.truncationPolicy.maxBytes = SHOWN_AT_MOST - 1;
      },
      trips: [cut("tc-0", "evidence.tusk.results[0].shownBytes", "120 bytes were shown, at most 119 are allowed")],
    },
    {
      when: "a stated size of the payload that is not its size trips",
      change: ({ call }) => {
        call("tc-1").ran.payloadBytes = 23;
      },
      trips: [cut("tc-1", "evidence.tusk.results[0].payloadBytes", "the payload has 22 bytes, the row says 23")],
    },
    {
      when: "less shown than there was, without a record, trips",
      change: ({ call, keepText }) => {
        call("tc-1").ran.shownBytes = 5;
        call("tc-1").render.reminderRenderDigest = keepText("while");
      },
      trips: [
        cut("tc-1", "evidence.tusk.results[0].truncation", "5 of 22 bytes were shown and nothing says what was cut"),
      ],
    },
    {
      when: "more shown than there was, without a record, trips",
      change: ({ call, keepText }) => {
        call("tc-1").ran.shownBytes = 23;
        call("tc-1").render.reminderRenderDigest = keepText("x".repeat(23));
      },
      trips: [
        cut("tc-1", "evidence.tusk.results[0].truncation", "23 of 22 bytes were shown and nothing says what was cut"),
      ],
    },
    {
      when: "a cut from another size than the payload's trips",
      turn: longTurn("middle"),
      change: cutting((row) => {
        row.totalBytes = 201;
      }),
      trips: [
        cut("tc-0", "evidence.tusk.results[0].truncation.totalBytes", "201 bytes were cut from, the payload has 200"),
      ],
    },
    ...(["headBytes", "tailBytes", "markerBytes"] as const).map((part): AlteredCase => {
      return {
        when: `one byte more of ${part} does not add up`,
        turn: longTurn("middle"),
        change: cutting((row) => {
          row[part] += 1;
        }),
        trips: [
          cut("tc-0", "evidence.tusk.results[0].truncation", "head, tail and marker are 121 bytes, 120 were shown"),
        ],
      };
    }),
    {
      when: "one byte less shown than head, tail and marker does not add up",
      turn: longTurn("middle"),
      change: cutting(() => undefined, 119),
      trips: [
        cut("tc-0", "evidence.tusk.results[0].truncation", "head, tail and marker are 120 bytes, 119 were shown"),
      ],
    },
    {
      when: "a tail under a policy that keeps the head trips",
      turn: longTurn("head"),
      change: cutting((row) => {
        row.tailBytes = 1;
        row.headBytes -= 1;
      }),
      trips: [cut("tc-0", "evidence.tusk.results[0].truncation.tailBytes", "the policy keeps the head only")],
    },
    {
      when: "a head under a policy that keeps the tail trips",
      turn: longTurn("tail"),
      change: cutting((row) => {
        row.headBytes = 1;
        row.tailBytes -= 1;
      }),
      trips: [cut("tc-0", "evidence.tusk.results[0].truncation.headBytes", "the policy keeps the tail only")],
    },
    {
      when: "a middle that keeps one end only holds",
      turn: longTurn("middle"),
      change: cutting((row) => {
        row.headBytes += row.tailBytes;
        row.tailBytes = 0;
      }),
    },
    {
      when: "a marker of another size than the policy's trips",
      turn: longTurn("middle"),
      change: cutting((row) => {
        row.markerBytes -= 1;
        row.headBytes += 1;
      }),
      trips: [cut("tc-0", "evidence.tusk.results[0].truncation.markerBytes", "the marker is not the policy's")],
    },
    {
      when: "a text without the marker where the head ends trips",
      turn: longTurn("middle"),
      change: ({ call, keepText }) => {
        call("tc-0").render.reminderRenderDigest = keepText("y".repeat(SHOWN_AT_MOST));
      },
      trips: [
        cut(
          "tc-0",
          "evidence.tusk.results[0].truncation",
          "what was shown is not the head, the marker and the tail of the payload",
        ),
      ],
    },
    {
      when: "a marker one byte too early trips",
      turn: longTurn("middle"),
      change: ({ call, keepText }) => {
        call("tc-0").render.reminderRenderDigest = keepText(`${"x".repeat(49)}[cut]${"x".repeat(66)}`);
      },
      trips: [
        cut(
          "tc-0",
          "evidence.tusk.results[0].truncation",
          "what was shown is not the head, the marker and the tail of the payload",
        ),
      ],
    },
    {
      when: "a marker one byte too late trips",
      turn: longTurn("middle"),
      change: ({ call, keepText }) => {
        call("tc-0").render.reminderRenderDigest = keepText(`${"x".repeat(51)}[cut]${"x".repeat(64)}`);
      },
      trips: [
        cut(
          "tc-0",
          "evidence.tusk.results[0].truncation",
          "what was shown is not the head, the marker and the tail of the payload",
        ),
      ],
    },
    ...(
      [
        ["head", `y${"x".repeat(49)}[cut]${"x".repeat(65)}`],
        ["tail", `${"x".repeat(50)}[cut]${"x".repeat(64)}y`],
        ["marker", `${"x".repeat(50)}[Cut]${"x".repeat(65)}`],
      ] as const
    ).map(([part, shown]): AlteredCase => {
      return {
        when: `another ${part} than the payload's or the policy's trips`,
        turn: longTurn("middle"),
        change: ({ call, keepText }) => {
          call("tc-0").render.reminderRenderDigest = keepText(shown);
        },
        trips: [cut("tc-0", "evidence.tusk.results[0].truncation", CUT_WRONG)],
      };
    }),
    {
      when: "a head from another place of the payload trips",
      turn: turnOf({ ...BARE_PLAN, keep: "head", calls: [planned("web", { payload: `a${LONG}` })] }),
      change: ({ call, keepText }) => {
        call("tc-0").render.reminderRenderDigest = keepText(`${"x".repeat(115)}[cut]`);
      },
      trips: [cut("tc-0", "evidence.tusk.results[0].truncation", CUT_WRONG)],
    },
    {
      when: "a tail from another place of the payload trips",
      turn: turnOf({ ...BARE_PLAN, keep: "tail", calls: [planned("web", { payload: `${LONG}z` })] }),
      change: ({ call, keepText }) => {
        call("tc-0").render.reminderRenderDigest = keepText(`[cut]${"x".repeat(115)}`);
      },
      trips: [cut("tc-0", "evidence.tusk.results[0].truncation", CUT_WRONG)],
    },
    {
      when: "a payload that holds the marker itself is cut like any other",
      turn: turnOf({ ...BARE_PLAN, calls: [planned("web", { payload: `[cut]${LONG}[cut]` })] }),
      change: () => undefined,
    },
    {
      when: "ends of wide characters are where their bytes end",
      turn: turnOf({ ...BARE_PLAN, calls: [planned("web", { payload: "x".repeat(200) })] }),
      change: wide("ä".repeat(100), { headBytes: 50, tailBytes: 64 }, `${"ä".repeat(25)}[cut]${"ä".repeat(32)}`),
    },
    {
      when: "a cut inside a wide character is no cut of the payload",
      turn: turnOf({ ...BARE_PLAN, calls: [planned("web", { payload: "x".repeat(200) })] }),
      change: wide("ä".repeat(100), { headBytes: 49, tailBytes: 66 }, `${"ä".repeat(24)}x[cut]${"ä".repeat(33)}`),
      trips: [cut("tc-0", "evidence.tusk.results[0].truncation", CUT_WRONG)],
    },
    {
      when: "a payload that is no text is cut from its canonical form",
      turn: turnOf({ ...BARE_PLAN, calls: [planned("web", { payload: { a: LONG, b: 1 } })] }),
      change: ({ call }) => {
        expect(call("tc-0").ran.truncation).toMatchObject({ totalBytes: 214, headBytes: 50, tailBytes: 65 });
      },
    },
    {
      when: "a payload that is no text and was cut from another spelling trips",
      turn: turnOf({ ...BARE_PLAN, calls: [planned("web", { payload: { a: LONG, b: 1 } })] }),
      change: ({ call, keepText }) => {
        const respelt = `{"b":1,"a":"${LONG}"}`;
        call("tc-0").render.reminderRenderDigest = keepText(`${respelt.slice(0, 50)}[cut]${respelt.slice(-65)}`);
      },
      trips: [cut("tc-0", "evidence.tusk.results[0].truncation", CUT_WRONG)],
    },
    ...["x".repeat(105), { a: "x".repeat(97) }].map((payload): AlteredCase => {
      return {
        when: `a ${typeof payload} that was shown whole was not cut, whatever the row says`,
        turn: turnOf({ ...BARE_PLAN, calls: [planned("web", { payload })] }),
        change: ({ call }) => {
          const { ran, render } = call("tc-0");
          expect(ran.shownBytes).toBe(105);
          ran.truncation = { totalBytes: 105, sha256: hex("1"), headBytes: 50, tailBytes: 50, markerBytes: 5 };
          render.reminderRenderDigest = digestOf(payload);
        },
        trips: [cut("tc-0", "evidence.tusk.results[0].truncation", CUT_WRONG)],
      };
    }),
    {
      when: "head and tail that overlap are more than the payload",
      turn: turnOf({ ...BARE_PLAN, calls: [planned("web", { payload: "x".repeat(100) })] }),
      change: ({ call, keepText }) => {
        const { ran, render } = call("tc-0");
        ran.truncation = { totalBytes: 100, sha256: hex("1"), headBytes: 50, tailBytes: 51, markerBytes: 5 };
        ran.shownBytes = 106;
        render.reminderRenderDigest = keepText(`${"x".repeat(50)}[cut]${"x".repeat(51)}`);
      },
      trips: [cut("tc-0", "evidence.tusk.results[0].truncation", "head and tail are more than the payload")],
    },
    {
      when: "head and tail that are the whole payload hold",
      turn: turnOf({ ...BARE_PLAN, calls: [planned("web", { payload: "x".repeat(100) })] }),
      change: ({ call, keepText }) => {
        const { ran, render } = call("tc-0");
        ran.truncation = { totalBytes: 100, sha256: hex("1"), headBytes: 50, tailBytes: 50, markerBytes: 5 };
        ran.shownBytes = 105;
        render.reminderRenderDigest = keepText(`${"x".repeat(50)}[cut]${"x".repeat(50)}`);
      },
    },
    {
      when: "a result without payload has no payload bytes",
      turn: NO_PAYLOAD,
      change: ({ call, keepText }) => {
        Object.assign(call("tc-0").ran, { payloadBytes: 5, shownBytes: 5 });
        call("tc-0").render.reminderRenderDigest = keepText("hello");
      },
      trips: [cut("tc-0", "evidence.tusk.results[0].payloadBytes", "the payload has 0 bytes, the row says 5")],
    },
    {
      when: "a result without payload shows nothing",
      turn: NO_PAYLOAD,
      change: ({ call, keepText }) => {
        call("tc-0").ran.shownBytes = 5;
        call("tc-0").render.reminderRenderDigest = keepText("hello");
      },
      trips: [
        cut("tc-0", "evidence.tusk.results[0].truncation", "5 of 0 bytes were shown and nothing says what was cut"),
      ],
    },
    { when: "a result without payload and without bytes holds", turn: NO_PAYLOAD, change: () => undefined },
    {
      when: "another text of the payload's size trips without a record",
      change: ({ call, keepText }) => {
        call("tc-1").render.reminderRenderDigest = keepText("z".repeat(22));
      },
      trips: [
        cut("tc-1", "evidence.tusk.results[0].truncation", "22 of 22 bytes were shown and nothing says what was cut"),
      ],
    },
    {
      when: "the payload's own text among the values is no other text",
      change: ({ call, keepText }) => {
        call("tc-2").render.reminderRenderDigest = keepText('{"replaced":1}');
      },
    },
    {
      when: "the size of what a program got is checked as well",
      turn: turnOf({ ...BARE_PLAN, mode: "code", calls: [planned("python"), planned("web")] }),
      change: ({ call }) => {
        call("tc-1").ran.payloadBytes += 1;
      },
      trips: [cut("tc-1", "evidence.tusk.results[1].payloadBytes", "the payload has 8 bytes, the row says 9")],
    },
    {
      when: "what a program got was not cut for the model",
      turn: turnOf({ ...BARE_PLAN, mode: "code", calls: [planned("python"), planned("web", { payload: LONG })] }),
      change: ({ call }) => {
        expect(call("tc-1").ran.shownBytes).toBe(200);
      },
    },
    {
      when: "bytes count, not characters",
      turn: turnOf({ ...BARE_PLAN, calls: [planned("web", { payload: "ä€😀" })] }),
      change: ({ call }) => {
        expect(call("tc-0").ran.payloadBytes).toBe(9);
      },
    },
    {
      when: "a declared verdict can add a violation",
      change: ({ file }) => {
        file.truncationConstraints = { required: true, valid: false };
      },
      trips: [cut("the turn", "truncationConstraints.valid", "truncation is required and was declared not valid")],
    },
    {
      when: "a declared verdict cannot remove one",
      turn: longTurn("middle"),
      change: ({ file, spec }) => {
        file.truncationConstraints = { required: true, valid: true };
        spec.truncationPolicy.maxBytes = SHOWN_AT_MOST - 1;
      },
      trips: [cut("tc-0", "evidence.tusk.results[0].shownBytes", "120 bytes were shown, at most 119 are allowed")],
    },
  ])("$when", (given) => {
    expect(outcomeOf(given)).toEqual(expectedOf(given));
  });

  test("in a stored zero-retention turn the size of a payload that is not there is withheld", () => {
    const file = withheldTurn();
    expect(rowOn("tool.response_truncation_policy_violation", file)).toEqual({
      class: "tool.response_truncation_policy_violation",
      outcome: "withheld",
      findings: [
        {
          subject: "tc-0",
          path: "evidence.tusk.results[0].payloadBytes",
          note: "the payload was withheld, so its size is not proven",
          unproven: true,
        },
      ],
    });
  });

  test("what the sizes alone give away trips there too, withheld payload or not", () => {
    const file = withheldTurn(({ call }) => {
      found(call("tc-0").ran.truncation).tailBytes += 1;
    });
    expect(rowOn("tool.response_truncation_policy_violation", file)).toMatchObject({
      outcome: "tripped",
      findings: [{ subject: "tc-0", path: "evidence.tusk.results[0].truncation" }],
    });
  });

  test("a result without payload withholds nothing", () => {
    const file = altered(
      ({ spec, tusk }) => {
        spec.governance.observability = { mode: "disabled", processors: [] };
        tusk.values = {};
      },
      {},
      NO_PAYLOAD,
    );
    expect(rowOn("tool.response_truncation_policy_violation", file)?.outcome).toBe("held");
  });
});

/** A cut result as a zero-retention journal keeps it. */
function withheldTurn(more: (turn: TurnDraft) => void = () => undefined): JoinCheckInput {
  return altered(
    (turn) => {
      const { asked, result } = turn.call("tc-0");
      turn.spec.governance.observability = { mode: "disabled", processors: [] };
      asked.args = { $digest: digestOf(asked.args) };
      result.resultDigest = digestOf(result.payload);
      delete result.payload;
      turn.tusk.values = {};
      more(turn);
    },
    {},
    longTurn("middle"),
  );
}
