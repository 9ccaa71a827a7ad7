import { describe, expect, test } from "vitest";
import { sha256 } from "#platform";
import {
  altered,
  alteredFile,
  digestOf,
  found,
  reportOn,
  rowOn,
  textDigestOf,
  tripsFor,
  tripsOf,
  type TurnDraft,
} from "../../../conformance/altered-turn.ts";
import { READ_EXAMPLES, READ_SCHEMA } from "../../../conformance/full-turn.ts";
import { BARE_PLAN, planned, turnOf } from "../../../conformance/planned-turn.ts";
import type { JoinCheckInput } from "../evidence/wire.ts";
import type { Json } from "../json/value.ts";
import type { FailClass } from "./classes.ts";
import { judgeJoin } from "./join-check.ts";

const STORED = "data of the turn was stored";
const trace = tripsFor("governance.trace_mode_violation");

/** What a zero-retention journal keeps of the golden turn: digests where payloads, arguments and values stood. */
function stored(
  more: (turn: TurnDraft) => void = () => undefined,
  mode: "disabled" | "internal_processor" = "disabled",
): JoinCheckInput {
  return altered((turn) => {
    turn.spec.governance.observability = { mode, processors: mode === "disabled" ? [] : ["own"] };
    for (const row of turn.tusk.requests) row.args = { $digest: digestOf(row.args) };
    for (const row of turn.wire.toolResults) {
      if (row.payload === undefined) continue;
      row.resultDigest = digestOf(row.payload);
      delete row.payload;
    }
    const intent = found(turn.tusk.intent);
    intent.args = { $digest: digestOf(intent.args) };
    turn.tusk.values = {};
    more(turn);
  });
}

/** The classes that rest on values that are not stored. */
const WITHHELD: readonly FailClass[] = [
  "tool.schema_invalid",
  "tool.response_truncation_policy_violation",
  "context.queue_policy_violation",
  "context.injection_point_missing",
  "tool.unknown_or_disallowed",
  "tool.example_digest_mismatch",
  "tool.use_unknown_result",
  "runtime.shell_boundary_violation",
];

describe.each(["disabled", "internal_processor"] as const)("a stored turn in mode %s (G06)", (mode) => {
  test("is not accepted, and nothing of it tripped: what is not there was withheld", () => {
    const { accepted, failureClasses, answer } = reportOn(stored(undefined, mode));
    expect({ accepted, failureClasses, answer }).toEqual({ accepted: false, failureClasses: [], answer: undefined });
  });

  test.each(WITHHELD)("%s is withheld, never held", (failClass) => {
    expect(rowOn(failClass, stored(undefined, mode))).toMatchObject({ class: failClass, outcome: "withheld" });
  });

  test("no other class is withheld", () => {
    const { checks } = reportOn(stored(undefined, mode));
    const withheld = checks.flatMap((row) => (row.outcome === "withheld" ? [row.class] : []));
    expect(withheld.filter((failClass) => !WITHHELD.includes(failClass))).toEqual([]);
  });

  test("says of each finding what is not there, and that it is unproven", () => {
    const row = rowOn("tool.use_unknown_result", stored(undefined, mode));
    const digest = digestOf({ replaced: 1 });
    expect(row?.outcome === "withheld" ? row.findings[1] : undefined).toEqual({
      subject: "tc-2",
      path: "evidence.toolResults[1].resultDigest",
      note: `the payload ${digest} is neither in the row nor among the values`,
      unproven: true,
    });
  });

  test("a class with one finding of another kind has tripped, withheld values or not", () => {
    const file = stored(({ call }) => {
      found(call("tc-3").ran.shell).workdir = "/etc";
    }, mode);
    expect(rowOn("runtime.shell_boundary_violation", file)).toMatchObject({ outcome: "tripped", answer: "stop" });
    expect(reportOn(file)).toMatchObject({ accepted: false, failureClasses: ["runtime.shell_boundary_violation"] });
  });

  test.each<[string, (turn: TurnDraft) => void, string, string]>([
    [
      "an argument",
      ({ call }) => void (call("tc-1").asked.args = { path: "/repo/src/parser.ts" }),
      "tc-1",
      "evidence.tusk.requests[0].args",
    ],
    ["an empty argument", ({ call }) => void (call("tc-1").asked.args = {}), "tc-1", "evidence.tusk.requests[0].args"],
    [
      "an argument among the values",
      ({ keep }) => void keep({ path: "/repo/src/parser.ts" }),
      "tc-1",
      "evidence.tusk.requests[0].args",
    ],
    [
      "a payload in the row",
      ({ call }) => void (call("tc-2").result.payload = { replaced: 1 }),
      "tc-2",
      "evidence.tusk.results[1]",
    ],
    ["a payload among the values", ({ keep }) => void keep({ replaced: 1 }), "tc-2", "evidence.tusk.results[1]"],
    ["a shown text", ({ keepText }) => void keepText("while (i < lines) {\n}\n"), "tc-1", "evidence.tusk.results[0]"],
    [
      "a program's output",
      ({ call }) => void (call("tc-1").ran.code = { stdout: "secret", stderr: "", traceback: "" }),
      "tc-1",
      "evidence.tusk.results[0]",
    ],
    [
      "a program's complaint",
      ({ call }) => void (call("tc-1").ran.code = { stdout: "", stderr: "secret", traceback: "" }),
      "tc-1",
      "evidence.tusk.results[0]",
    ],
    [
      "a program's traceback",
      ({ call }) => void (call("tc-1").ran.code = { stdout: "", stderr: "", traceback: "secret" }),
      "tc-1",
      "evidence.tusk.results[0]",
    ],
    [
      "an intent's argument",
      ({ tusk }) => void (found(tusk.intent).args = { id: "bd-7" }),
      "intent",
      "evidence.tusk.intent.args",
    ],
    [
      "a reduced queue",
      ({ keep }) => void keep(["run the tests again"]),
      digestOf(["run the tests again"]),
      `evidence.tusk.values["${digestOf(["run the tests again"])}"]`,
    ],
    [
      "a state view",
      ({ keep }) => void keep({ issue: "bd-7", open: 1 }),
      digestOf({ issue: "bd-7", open: 1 }),
      `evidence.tusk.values["${digestOf({ issue: "bd-7", open: 1 })}"]`,
    ],
    [
      "a raw error",
      ({ call }) => void (call("tc-3").result.rawError = { message: "secret" }),
      "tc-3",
      "evidence.toolResults[2].rawError",
    ],
    [
      "an exit with room for data",
      ({ call }) => void (found(call("tc-3").ran.shell).exit = { message: "secret" }),
      "tc-3",
      "evidence.tusk.results[2]",
    ],
    [
      "a value that no row names",
      ({ keep }) => void keep({ secret: 1 }),
      digestOf({ secret: 1 }),
      `evidence.tusk.values["${digestOf({ secret: 1 })}"]`,
    ],
    [
      "a program's output among the values",
      ({ call, keepText }) =>
        void (call("tc-1").ran.code = { stdout: { $digest: keepText("secret") }, stderr: "", traceback: "" }),
      textDigestOf("secret"),
      `evidence.tusk.values["${textDigestOf("secret")}"]`,
    ],
    [
      "the empty text",
      ({ keepText }) => void keepText(""),
      textDigestOf(""),
      `evidence.tusk.values["${textDigestOf("")}"]`,
    ],
    [
      "a schema that is no tool's",
      ({ keep }) => void keep({ type: "object" }),
      digestOf({ type: "object" }),
      `evidence.tusk.values["${digestOf({ type: "object" })}"]`,
    ],
  ])("%s that was stored trips", (_what, keepIt, subject, path) => {
    const trips = tripsOf(stored(keepIt, mode)).filter((trip) => trip.class === "governance.trace_mode_violation");
    expect(trips).toEqual([trace(subject, path, STORED)]);
  });

  test.each<[string, (turn: TurnDraft) => void]>([
    [
      "the digests of a program's output",
      ({ call }) =>
        void (call("tc-1").ran.code = { stdout: { $digest: textDigestOf("x") }, stderr: "", traceback: "" }),
    ],
    ["the schema of a tool, which is nobody's secret", ({ keep }) => void keep(READ_SCHEMA)],
    ["the examples of a tool", ({ keep }) => void keep(READ_EXAMPLES)],
    [
      "the schema of a tool that was not called",
      ({ keep, spec, tool }) =>
        void spec.catalog.push({ ...tool("read"), name: "list", schemaDigest: keep({ $id: "list" }) }),
    ],
    ["no raw error", ({ call }) => void (call("tc-3").result.rawError = null)],
  ])("%s may be stored", (_what, keepIt) => {
    expect(rowOn("governance.trace_mode_violation", stored(keepIt, mode))).toEqual({
      class: "governance.trace_mode_violation",
      outcome: "held",
    });
  });
});

test.each<[string, (turn: TurnDraft) => void]>([
  ["the spec", ({ tusk, keep, spec }) => void Reflect.set(tusk, "spec", { $digest: keep(spec as unknown as Json) })],
  [
    "the catalog",
    ({ keep, spec }) => void Reflect.set(spec, "catalog", { $digest: keep(spec.catalog as unknown as Json) }),
  ],
  [
    "the attestation",
    ({ keep, spec }) => void Reflect.set(spec.sandbox, "attestation", { $digest: keep(spec.sandbox.attestation) }),
  ],
  ["the mutation policy", ({ keep, spec }) => void (spec.mutationPolicy = { $digest: keep(spec.mutationPolicy) })],
  [
    "a control profile",
    ({ keep, spec }) => {
      const { controlProfiles } = spec.governance;
      controlProfiles["moderate"] = { $digest: keep(found(controlProfiles["moderate"])) };
    },
  ],
])("%s by reference may be stored: it is bound, not the turn's (G06)", (_what, refer) => {
  const file = alteredFile(stored(), refer, { callId: false, policyDigests: false });
  expect(rowOn("governance.trace_mode_violation", file)).toEqual({
    class: "governance.trace_mode_violation",
    outcome: "held",
  });
});

test("a value that was stored is told of once: with the row where one names it, else by its digest (G06)", () => {
  const both = stored(({ keep }) => void [keep({ path: "/repo/src/parser.ts" }), keep({ secret: 1 })]);
  expect(tripsOf(both)).toEqual([trace("tc-1", "evidence.tusk.requests[0].args", STORED)]);
});

test("a packet that was stored with its contents trips for both of them (G06)", () => {
  const file = altered(
    (turn) => {
      turn.spec.governance.observability = { mode: "disabled", processors: [] };
      turn.tusk.values = {};
    },
    {},
    turnOf({ ...BARE_PLAN, handoff: true }),
  );
  expect(tripsOf(file).filter((trip) => trip.class === "governance.trace_mode_violation")).toEqual([
    trace("handoff", "evidence.tusk.handoff.packet.intent", STORED),
    trace("handoff", "evidence.tusk.handoff.packet.constraints", STORED),
  ]);
});

test("the live gate has the values in memory: the same turn is accepted there, and nothing is withheld (G06)", () => {
  const file = altered(
    ({ spec }) => {
      spec.governance.observability = { mode: "disabled", processors: [] };
    },
    {},
    turnOf({ ...BARE_PLAN, calls: [planned("read"), planned("bash")] }),
  );
  const live = judgeJoin(file, sha256, { origin: "live" });
  expect(live.ok && live.report.accepted).toBe(true);
  const kept = judgeJoin(file, sha256, { origin: "stored" });
  expect(kept.ok && kept.report.failureClasses).toEqual(["governance.trace_mode_violation"]);
});

test("a dashboard turn without its values has tripped, it withholds nothing", () => {
  const file = altered(({ tusk }) => {
    tusk.values = {};
  });
  const { accepted, checks } = reportOn(file);
  expect(accepted).toBe(false);
  expect(checks.filter((row) => row.outcome === "withheld")).toEqual([]);
});

test("a live turn without its values has tripped too: nobody withholds from himself", () => {
  const judgement = judgeJoin(stored(), sha256, { origin: "live" });
  expect(judgement.ok && judgement.report.checks.filter((row) => row.outcome === "withheld")).toEqual([]);
  expect(judgement.ok && judgement.report.failureClasses.length).toBeGreaterThan(0);
});
