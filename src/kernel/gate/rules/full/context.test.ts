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
} from "../../../../../conformance/altered-turn.ts";
import { BARE_PLAN, planned, turnOf } from "../../../../../conformance/planned-turn.ts";
import type { Json } from "../../../json/value.ts";

const injection = tripsFor("context.injection_point_missing");
const queue = tripsFor("context.queue_policy_violation");
const scope = tripsFor("context.scope_violation");
const cut = tripsFor("tool.response_truncation_policy_violation");

const ENDED = turnOf({ ...BARE_PLAN, continues: false, calls: [planned("read")] });
const CODE_TURN = turnOf({ ...BARE_PLAN, mode: "code", calls: [planned("python"), planned("read")] });
const NO_PAYLOAD = turnOf({ ...BARE_PLAN, calls: [planned("web", { payload: undefined })] });
const READ_DIGEST = digestOf("while (i < lines) {\n}\n");

describe("context.injection_point_missing (000 §4.3)", () => {
  const reduced = digestOf(["run the tests again"]);
  const view = digestOf({ issue: "bd-7", open: 1 });
  test.each<AlteredCase>([
    {
      when: "a result without rendering trips",
      change: ({ wire }) => {
        wire.toolRender.splice(1, 1);
      },
      trips: [injection("tc-2", "evidence.toolRender", "result tc-2 has no toolRender row")],
    },
    {
      when: "a required view that is missing trips, whatever other views there are",
      change: ({ wire }) => {
        found(wire.stateViews[0]).viewId = "files";
      },
      trips: [injection("open-work", "evidence.stateViews", "the required view open-work is missing")],
    },
    {
      when: "no view at all trips as the reference has it, and for each required one",
      change: ({ wire }) => {
        wire.stateViews = [];
      },
      trips: [
        injection("the turn", "evidence.stateViews", "there is no state view"),
        injection("open-work", "evidence.stateViews", "the required view open-work is missing"),
      ],
    },
    {
      when: "a view that is there need not be required",
      change: ({ spec }) => {
        spec.stateViewPolicy.required = [];
      },
    },
    {
      when: "a required view need not be there when the turn ends and nothing was consumed",
      turn: ENDED,
      change: ({ wire }) => {
        wire.stateViews = [];
        wire.toolRender = [];
      },
    },
    {
      when: "an injection point that the protocol does not have trips",
      change: ({ call }) => {
        call("tc-2").render.injectionPoint = "system";
      },
      trips: [injection("tc-2", "evidence.toolRender[1].injectionPoint", "system is none of tool_response")],
    },
    {
      when: "any point of the protocol will do",
      change: ({ call, spec }) => {
        spec.renderProtocol.injectionPoints = ["tool_response", "system"];
        call("tc-2").render.injectionPoint = "system";
      },
    },
    {
      when: "a protocol without points lets nothing in",
      turn: turnOf({ ...BARE_PLAN, calls: [planned("web")] }),
      change: ({ spec }) => {
        spec.renderProtocol.injectionPoints = [];
      },
      trips: [
        injection("tc-0", "evidence.toolRender[0].injectionPoint", "tool_response is none of no injection point"),
      ],
    },
    {
      when: "what a program called goes in at code, not where the model's calls do",
      turn: CODE_TURN,
      change: ({ call }) => {
        call("tc-1").render.injectionPoint = "tool_response";
      },
      trips: [injection("tc-1", "evidence.toolRender[1].injectionPoint", "tool_response is none of code")],
    },
    {
      when: "a program's own result does not go in at code",
      turn: CODE_TURN,
      change: ({ call }) => {
        call("tc-0").render.injectionPoint = "code";
      },
      trips: [injection("tc-0", "evidence.toolRender[0].injectionPoint", "code is none of tool_response")],
    },
    {
      when: "a rendering of another payload trips",
      change: ({ call }) => {
        call("tc-1").render.operatorPayloadDigest = hex("9");
      },
      trips: [
        injection(
          "tc-1",
          "evidence.toolRender[0].operatorPayloadDigest",
          `shows payload ${hex("9")}, the result has ${READ_DIGEST}`,
        ),
      ],
    },
    {
      when: "a rendering of a result without payload that shows one trips",
      turn: NO_PAYLOAD,
      change: ({ call }) => {
        call("tc-0").render.operatorPayloadDigest = hex("9");
      },
      trips: [
        injection(
          "tc-0",
          "evidence.toolRender[0].operatorPayloadDigest",
          `shows payload ${hex("9")}, the result has ${textDigestOf("")}`,
        ),
      ],
    },
    {
      when: "the empty text stands for a payload that is not there, raw and not as JSON",
      turn: NO_PAYLOAD,
      change: ({ call }) => {
        call("tc-0").render.operatorPayloadDigest = digestOf("");
      },
      trips: [
        injection(
          "tc-0",
          "evidence.toolRender[0].operatorPayloadDigest",
          `shows payload ${digestOf("")}, the result has ${textDigestOf("")}`,
        ),
      ],
    },
    { when: "a rendering of the empty text for no payload holds", turn: NO_PAYLOAD, change: () => undefined },
    {
      when: "a text that nobody can show trips",
      change: ({ call }) => {
        call("tc-1").render.reminderRenderDigest = hex("9");
      },
      trips: [
        injection(
          "tc-1",
          "evidence.toolRender[0].reminderRenderDigest",
          `the text ${hex("9")} that the model saw is not in the evidence`,
        ),
      ],
    },
    {
      when: "a text among the values may be shown",
      change: ({ call, keepText }) => {
        call("tc-1").render.reminderRenderDigest = keepText("while (i < lines) {\n}\n");
      },
    },
    {
      when: "a value that is no text was shown to nobody",
      change: ({ call, keep }) => {
        call("tc-1").render.reminderRenderDigest = keep({ text: "while" });
      },
      trips: [
        injection(
          "tc-1",
          "evidence.toolRender[0].reminderRenderDigest",
          `the text ${digestOf({ text: "while" })} that the model saw is not in the evidence`,
        ),
      ],
    },
    {
      when: "a text of another size than the row says trips",
      change: ({ call, keepText }) => {
        call("tc-1").render.reminderRenderDigest = keepText("while");
      },
      trips: [injection("tc-1", "evidence.tusk.results[0].shownBytes", "the model saw 5 bytes, the row says 22")],
    },
    {
      when: "a payload that was shown whole has the size of the payload",
      change: ({ call }) => {
        call("tc-2").ran.shownBytes = 13;
      },
      trips: [
        cut("tc-2", "evidence.tusk.results[1].truncation", "13 of 14 bytes were shown and nothing says what was cut"),
        injection("tc-2", "evidence.tusk.results[1].shownBytes", "the model saw 14 bytes, the row says 13"),
      ],
    },
    {
      when: "a text payload may be named by its JSON digest too",
      change: ({ call }) => {
        call("tc-1").render.reminderRenderDigest = READ_DIGEST;
      },
    },
    {
      when: "a reduced queue that nobody has trips",
      change: ({ tusk }) => {
        delete tusk.values[reduced];
      },
      trips: [injection("default", "evidence.reminderQueue[0].reducedDigest", `${reduced} is not among the values`)],
    },
    {
      when: "a state view that nobody has trips",
      change: ({ tusk }) => {
        delete tusk.values[view];
      },
      trips: [injection("open-work", "evidence.stateViews[0].viewDigest", `${view} is not among the values`)],
    },
  ])("$when", (given) => {
    expect(outcomeOf(given)).toEqual(expectedOf(given));
  });
});

describe("context.queue_policy_violation (001 §5)", () => {
  test.each<[string, "renderProtocol" | "reminderQueuePolicy" | "stateViewPolicy"]>([
    ["toolRenderProtocolDigest", "renderProtocol"],
    ["reminderQueuePolicyDigest", "reminderQueuePolicy"],
    ["stateViewPolicyDigest", "stateViewPolicy"],
  ])("%s has to be the digest of the bound policy, even where all rows agree", (field, policy) => {
    let bound = "";
    const given: AlteredCase = {
      when: "",
      honest: { policyDigests: false },
      change: ({ wire, spec }) => {
        bound = digestOf(spec[policy]);
        for (const row of [wire.toolRender, wire.reminderQueue, wire.stateViews].flat())
          if (row.policyDigest === bound) row.policyDigest = hex("9");
        Object.assign(wire.callSpec, { [field]: hex("9") });
      },
    };
    expect(outcomeOf(given).trips).toEqual([
      queue("the turn", `evidence.callSpec.${field}`, `${hex("9")} is not the digest of the bound policy, ${bound}`),
    ]);
  });

  test("a row that was made under another policy trips, and so does a turn without a queue", () => {
    const given: AlteredCase = {
      when: "",
      honest: { policyDigests: false },
      change: ({ wire, call }) => {
        wire.reminderQueue = [];
        call("tc-1").render.policyDigest = hex("9");
      },
    };
    const bound = digestOf({ injectionPoints: ["tool_response"] });
    expect(outcomeOf(given).trips).toEqual([
      queue("the turn", "evidence.reminderQueue", "no reminder queue was reduced"),
      queue("tc-1", "evidence.toolRender", `tc-1 was made under policy ${hex("9")}, bound is ${bound}`),
    ]);
  });

  test("is judged on the policies even when no context is needed", () => {
    const file = altered(
      ({ wire }) => {
        wire.reminderQueue = [];
      },
      {},
      ENDED,
    );
    expect(rowOn("context.queue_policy_violation", file)).toEqual({
      class: "context.queue_policy_violation",
      outcome: "held",
    });
  });
});

describe("context.queue_policy_violation: what a queue was reduced to", () => {
  const path = "evidence.reminderQueue[0].reducedDigest";
  const reducedTo =
    (items: Json): AlteredCase["change"] =>
    ({ wire, spec, keep }) => {
      spec.reminderQueuePolicy = { dedup: true, maxItems: 2 };
      found(wire.reminderQueue[0]).reducedDigest = keep(items);
    };
  test.each<AlteredCase>([
    { when: "as many items as allowed hold", change: reducedTo(["a", "b"]) },
    {
      when: "one item more than allowed trips",
      change: reducedTo(["a", "b", "c"]),
      trips: [queue("default", path, "3 items, at most 2 are allowed")],
    },
    {
      when: "an item that stands there twice trips, however its keys are ordered",
      change: reducedTo([
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ]),
      trips: [queue("default", path, "an item stands in the queue twice")],
    },
    {
      when: "an item that stands there twice holds where nothing says otherwise",
      change: (turn) => {
        reducedTo(["a", "a"])(turn);
        turn.spec.reminderQueuePolicy.dedup = false;
      },
    },
  ])("$when", (given) => {
    expect(outcomeOf(given)).toEqual(expectedOf(given));
  });
});

describe("context.scope_violation (A8.18)", () => {
  test.each<AlteredCase>([
    {
      when: "a read outside the scope trips",
      change: ({ call }) => {
        call("tc-1").ran.reads = ["/repo/src/a.ts", "/etc/passwd"];
      },
      trips: [scope("tc-1", "evidence.tusk.results[0].reads[1]", "/etc/passwd is outside the role's scope")],
    },
    {
      when: "a write outside the scope trips, even where reading is allowed",
      change: ({ call }) => {
        call("tc-2").ran.artifacts = [{ path: "/repo/README.md", after: hex("1") }];
      },
      trips: [
        scope("tc-2", "evidence.tusk.results[1].artifacts[0].path", "/repo/README.md is outside the role's scope"),
      ],
    },
    {
      when: "a read of what belongs to another role trips",
      change: ({ call }) => {
        call("tc-1").ran.reads = ["/repo/docs/a.md"];
      },
      trips: [scope("tc-1", "evidence.tusk.results[0].reads[0]", "/repo/docs/a.md belongs to writer")],
    },
    {
      when: "a write to what belongs to another role trips",
      change: ({ call, spec }) => {
        spec.contextScope.write = ["/**"];
        call("tc-2").ran.artifacts = [{ path: "/repo/docs/a.md", after: hex("1") }];
      },
      trips: [scope("tc-2", "evidence.tusk.results[1].artifacts[0].path", "/repo/docs/a.md belongs to writer")],
    },
    {
      when: "what belongs to this role by its id holds",
      change: ({ call, spec }) => {
        spec.contextScope.owners = [{ glob: "/repo/docs/**", role: "coder" }];
        call("tc-1").ran.reads = ["/repo/docs/a.md"];
      },
    },
    {
      when: "what belongs to this role by its kind holds",
      change: ({ call, spec }) => {
        spec.contextScope.owners = [{ glob: "/repo/docs/**", role: "specialist" }];
        call("tc-1").ran.reads = ["/repo/docs/a.md"];
      },
    },
    {
      when: "a path outside the scope is named as such, whoever owns it",
      change: ({ call, spec }) => {
        spec.contextScope.read = ["/repo/src/**"];
        call("tc-1").ran.reads = ["/repo/docs/a.md"];
      },
      trips: [scope("tc-1", "evidence.tusk.results[0].reads[0]", "/repo/docs/a.md is outside the role's scope")],
    },
    {
      when: "reads and writes of one call are all named",
      change: ({ call }) => {
        call("tc-2").ran.reads = ["/x"];
        call("tc-2").ran.artifacts = [
          { path: "/repo/src/a.ts", after: hex("1") },
          { path: "/y", after: hex("1") },
        ];
      },
      trips: [
        scope("tc-2", "evidence.tusk.results[1].reads[0]", "/x is outside the role's scope"),
        scope("tc-2", "evidence.tusk.results[1].artifacts[1].path", "/y is outside the role's scope"),
      ],
    },
    {
      when: "a path that is not plain is in no scope",
      change: ({ call, spec }) => {
        spec.contextScope.read = ["/**"];
        call("tc-1").ran.reads = ["/repo/src/../a.ts"];
      },
      trips: [scope("tc-1", "evidence.tusk.results[0].reads[0]", "/repo/src/../a.ts is outside the role's scope")],
    },
    {
      when: "an empty scope allows nothing",
      change: ({ spec }) => {
        spec.contextScope.read = [];
      },
      trips: [scope("tc-1", "evidence.tusk.results[0].reads[0]", "/repo/src/parser.ts is outside the role's scope")],
    },
  ])("$when", (given) => {
    expect(outcomeOf(given)).toEqual(expectedOf(given));
  });
});
