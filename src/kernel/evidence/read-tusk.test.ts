import { describe, expect, test } from "vitest";
import { sha256 } from "#platform";
import {
  altered,
  callIdOf,
  closedFile,
  digestOf,
  type FileDraft,
  found,
  hex,
  reasonAgainst,
  reportOn,
  type TurnDraft,
} from "../../../conformance/altered-turn.ts";
import { BARE_PLAN, turnOf } from "../../../conformance/planned-turn.ts";
import { judgeJoin } from "../gate/join-check.ts";
import type { Json } from "../json/value.ts";
import { deriveCallId, readTusk } from "./read-tusk.ts";
import { NotNormal } from "./rows.ts";
import type { ValueLookup } from "./values.ts";
import type { JoinCheckInput } from "./wire.ts";

const HANDED = turnOf({ ...BARE_PLAN, handoff: true });

/** Sets a value at a path such as `turn.index`, past what the types allow: files say anything. */
function put(root: object, path: string, value: unknown): void {
  const keys = path.split(".");
  const last = found(keys.pop());
  const parent = keys.reduce<object>((at, key) => found(Reflect.get(at, key) as object | undefined, path), root);
  Reflect.set(parent, last, value);
}

function withTusk(path: string, value: unknown): JoinCheckInput {
  // What the form refuses is refused before anything is derived from it.
  return altered(({ tusk }) => put(tusk, path, value), { callId: false, policyDigests: false });
}

function without(path: string): JoinCheckInput {
  return altered(
    ({ tusk }) => {
      const keys = path.split(".");
      const last = found(keys.pop());
      Reflect.deleteProperty(
        keys.reduce<object>((at, key) => found(Reflect.get(at, key) as object | undefined, path), tusk),
        last,
      );
    },
    { callId: false, policyDigests: false },
  );
}

describe("the form of evidence.tusk: what it does not name is unusable input (CONTRACT-EVIDENCE §1)", () => {
  test.each<[string, unknown, string]>([
    ["schema", 2, "evidence.tusk.schema is a number, expected 1"],
    ["schema", "1", 'evidence.tusk.schema is "1", expected 1'],
    ["verdict", "accepted", "evidence.tusk.verdict is no known field"],
    ["turn.extra", 1, "evidence.tusk.turn.extra is no known field"],
    ["turn", null, "evidence.tusk.turn is null, expected an object"],
    ["turn.sessionId", 7, "evidence.tusk.turn.sessionId is a number, expected text"],
    ["turn.index", -1, "evidence.tusk.turn.index is a number, expected a whole number from 0"],
    ["turn.index", 1.5, "evidence.tusk.turn.index is a number, expected a whole number from 0"],
    ["spec", [], "evidence.tusk.spec is a list, expected an object"],
    ["spec.toolChoice.kind", "all", 'evidence.tusk.spec.toolChoice.kind is "all", expected one of auto, any, specific'],
    ["spec.parallelPolicy.enabled", 1, "evidence.tusk.spec.parallelPolicy.enabled is a number, expected true or false"],
    [
      "spec.catalog.0.schemaDigest",
      "sha256:abc",
      'evidence.tusk.spec.catalog[0].schemaDigest is "sha256:abc", expected a digest (sha256: and 64 hex digits)',
    ],
    ["spec.catalog.0.effects", "read", 'evidence.tusk.spec.catalog[0].effects is "read", expected a list'],
    ["spec.sandbox.attestation.0.seen", "x", "evidence.tusk.spec.sandbox.attestation[0].seen is no known field"],
    ["spec.handoffContract", null, "evidence.tusk.spec.handoffContract is null, expected an object"],
    ["requests", {}, "evidence.tusk.requests is an object, expected a list"],
    ["requests.0.verdict", true, "evidence.tusk.requests[0].verdict is no known field"],
    ["requests.1.searchRef", null, "evidence.tusk.requests[1].searchRef is null, expected an object"],
    [
      "requests.1.permission.decision",
      "yes",
      'evidence.tusk.requests[1].permission.decision is "yes", expected one of allow, approved, deny, refused, expired',
    ],
    [
      "results.2.outcome",
      "done",
      'evidence.tusk.results[2].outcome is "done", expected one of ok, failed, denied, timeout, interrupted',
    ],
    ["results.0.payloadBytes", "22", 'evidence.tusk.results[0].payloadBytes is "22", expected a whole number from 0'],
    ["results.0.artifacts", null, "evidence.tusk.results[0].artifacts is null, expected a list"],
    [
      "results.1.artifacts.0.before",
      null,
      "evidence.tusk.results[1].artifacts[0].before is null, expected a digest (sha256: and 64 hex digits)",
    ],
    ["use.0.disposition", "consumed", "evidence.tusk.use[0].disposition is no known field"],
    ["use.0.consumedBy", "summary", 'evidence.tusk.use[0].consumedBy is "summary", expected a list'],
    ["guards.0.decision", "maybe", 'evidence.tusk.guards[0].decision is "maybe", expected one of pass, trigger, error'],
    ["guards.0.threshold", "0.5", 'evidence.tusk.guards[0].threshold is "0.5", expected a number'],
    ["summary.inputs.0", 1, "evidence.tusk.summary.inputs[0] is a number, expected text"],
    ["intent.args", undefined, "evidence.tusk.intent.args is absent"],
    ["values", { plain: 1 }, 'evidence.tusk.values["plain"] the key is no digest'],
    [
      "exports",
      [{ sink: "s", carries: "all" }],
      'evidence.tusk.exports[0].carries is "all", expected one of payload, digest',
    ],
  ])("%s = %j is refused with its place and the reason", (path, value, reason) => {
    expect(reasonAgainst(withTusk(path, value))).toBe(reason);
  });

  test.each([
    "schema",
    "turn",
    "turn.index",
    "spec",
    "spec.governance",
    "spec.governance.riskTier",
    "requests",
    "requests.0.args",
    "requests.0.permission",
    "requests.0.block.n",
    "results",
    "results.0.seq",
    "results.0.provenance",
    "use",
    "use.0.toolCallId",
    "guards",
    "guards.0.inputDigest",
    "summary.ref",
  ])("%s may not be absent", (path) => {
    const place = path.replaceAll(/\.(\d+)/g, "[$1]");
    expect(reasonAgainst(without(path))).toBe(`evidence.tusk.${place} is absent`);
  });

  test.each(["values", "summary", "results.0.reads", "use.0.consumedBy", "requests.0.permission.approvalRef"])(
    "%s may be absent: what is then missing trips, and nothing is unusable",
    (path) => {
      expect(reasonAgainst(without(path))).toBeUndefined();
    },
  );

  test.each<Json>([[], "", 0, false, {}])("evidence.tusk = %j is refused", (tusk) => {
    const file = { ...closedFile(), evidence: { ...closedFile().evidence, tusk } };
    expect(reasonAgainst(file)).toMatch(/^evidence\.tusk/);
  });
});

describe("rows are paired one to one (CONTRACT-EVIDENCE §1)", () => {
  const cases: readonly [string, (turn: TurnDraft) => void, string][] = [
    [
      "a tusk request without its wire row",
      ({ wire }) => void wire.toolRequests.splice(1, 1),
      "evidence.tusk.requests[1].toolCallId has no row in toolRequests: tc-2",
    ],
    [
      "a wire request without its tusk row",
      ({ tusk }) => void tusk.requests.splice(1, 1),
      "evidence.tusk.requests lacks the row of toolRequests tc-2",
    ],
    [
      "a tusk result without its wire row",
      ({ wire }) => void wire.toolResults.splice(2, 1),
      "evidence.tusk.results[2].toolCallId has no row in toolResults: tc-3",
    ],
    [
      "a wire result without its tusk row",
      ({ tusk }) => void tusk.results.splice(2, 1),
      "evidence.tusk.results lacks the row of toolResults tc-3",
    ],
    [
      "a tusk use without its wire row",
      ({ wire }) => void wire.toolUse.splice(0, 1),
      "evidence.tusk.use[0].toolCallId has no row in toolUse: tc-1",
    ],
    [
      "a wire use without its tusk row",
      ({ tusk }) => void tusk.use.splice(0, 1),
      "evidence.tusk.use lacks the row of toolUse tc-1",
    ],
    [
      "a tusk request twice",
      ({ tusk }) => void tusk.requests.push(found(tusk.requests[0])),
      "evidence.tusk.requests[3].toolCallId repeats tc-1",
    ],
    [
      "a tusk result twice",
      ({ tusk }) => void tusk.results.push(found(tusk.results[0])),
      "evidence.tusk.results[3].toolCallId repeats tc-1",
    ],
    [
      "a tusk use twice",
      ({ tusk }) => void tusk.use.push(found(tusk.use[1])),
      "evidence.tusk.use[3].toolCallId repeats tc-2",
    ],
    [
      "a wire request twice, which the reference collapses",
      ({ wire }) => void wire.toolRequests.push({ ...found(wire.toolRequests[0]) }),
      "evidence.tusk: evidence.toolRequests repeats a toolCallId",
    ],
    [
      "a wire result twice",
      ({ wire }) => void wire.toolResults.push({ ...found(wire.toolResults[0]) }),
      "evidence.tusk: evidence.toolResults repeats a toolCallId",
    ],
    [
      "a wire use twice",
      ({ wire }) => void wire.toolUse.push({ ...found(wire.toolUse[0]) }),
      "evidence.tusk: evidence.toolUse repeats a toolCallId",
    ],
    [
      "two guards with one number",
      ({ tusk }) => void (found(tusk.guards[1]).seq = found(tusk.guards[0]).seq),
      "evidence.tusk.guards[1].seq repeats another guard's",
    ],
    [
      "two guards with one number, apart and the other way round",
      ({ tusk }) => {
        const [first, last] = tusk.guards;
        tusk.guards = [found(last), found(first), { ...found(last), stage: "input" }];
      },
      "evidence.tusk.guards[2].seq repeats another guard's",
    ],
    [
      "a rendering twice",
      ({ wire }) => void wire.toolRender.push({ ...found(wire.toolRender[0]) }),
      "evidence.tusk: evidence.toolRender repeats a toolCallId",
    ],
  ];
  test.each(cases)("%s is unusable input", (_what, change, reason) => {
    expect(reasonAgainst(altered(change))).toBe(reason);
  });

  test("a tusk row of another call in the place of one is unusable input", () => {
    const file = altered(({ tusk }) => {
      found(tusk.requests[1]).toolCallId = "tc-9";
    });
    expect(reasonAgainst(file)).toBe("evidence.tusk.requests[1].toolCallId has no row in toolRequests: tc-9");
  });

  test("a handoff without its packet, or a packet without its handoff, is unusable input", () => {
    expect(reasonAgainst(altered(({ tusk }) => void delete tusk.handoff, {}, HANDED))).toBe(
      "evidence.tusk: evidence.handoff is there and evidence.tusk.handoff is not",
    );
    expect(reasonAgainst(altered(({ wire }) => void delete wire.handoff, {}, HANDED))).toBe(
      "evidence.tusk: evidence.tusk.handoff is there and evidence.handoff is not",
    );
  });

  test("wire ids are paired as they are normalised", () => {
    const file = altered(({ wire }) => {
      found(wire.toolRequests[0]).toolCallId = "  tc-1\n";
    });
    expect(reportOn(file).accepted).toBe(true);
  });
});

describe("the call id is derived (K03, R25)", () => {
  test("from session, spec and index, and from nothing else", () => {
    const turn = { sessionId: "s", index: 4 };
    const derived = deriveCallId(turn, hex("1"), sha256);
    expect(derived).toBe(`call1_${digestOf({ session: "s", spec: hex("1"), turn: 4 }).slice("sha256:".length)}`);
    expect(deriveCallId({ sessionId: "s", index: 5 }, hex("1"), sha256)).not.toBe(derived);
    expect(deriveCallId({ sessionId: "t", index: 4 }, hex("1"), sha256)).not.toBe(derived);
    expect(deriveCallId(turn, hex("2"), sha256)).not.toBe(derived);
  });

  test.each<[string, (turn: TurnDraft) => void]>([
    ["session", ({ tusk }) => void (tusk.turn.sessionId = "hs-other")],
    ["index", ({ tusk }) => void (tusk.turn.index = 4)],
    ["policy", ({ spec }) => void (spec.truncationPolicy.marker = "…")],
    ["attestation", ({ spec }) => void (found(spec.sandbox.attestation[0]).observed = "allowed")],
    ["stated id", ({ wire }) => void (wire.callSpec.callId = `call1_${"0".repeat(64)}`)],
  ])("a changed %s without a new id is unusable input", (_what, change) => {
    const file = altered(change, { callId: false });
    const { callSpec } = file.evidence;
    const { tusk } = file.evidence as FileDraft["evidence"];
    expect(reasonAgainst(file)).toBe(
      `evidence.tusk.turn and evidence.tusk.spec derive callId ${callIdOf(tusk.turn, tusk.spec)}, callSpec has ${callSpec.callId}`,
    );
  });
});

describe("references (CONTRACT-EVIDENCE §1)", () => {
  const SPOTS: readonly [string, (turn: TurnDraft) => { at: object; key: string }][] = [
    ["spec", ({ tusk }) => ({ at: tusk, key: "spec" })],
    ["spec.catalog", ({ spec }) => ({ at: spec, key: "catalog" })],
    ["spec.sandbox.attestation", ({ spec }) => ({ at: spec.sandbox, key: "attestation" })],
  ];

  /** The golden file with one part named by digest; the part is handed to `put`. */
  function byReference(spot: (typeof SPOTS)[number][1], keep: (digest: string, value: Json) => void): JoinCheckInput {
    return altered(
      (turn) => {
        const { at, key } = spot(turn);
        const value = Reflect.get(at, key) as Json;
        keep(digestOf(value), value);
        Reflect.set(at, key, { $digest: digestOf(value) });
      },
      { callId: false, policyDigests: false },
    );
  }

  test.each(SPOTS)(
    "evidence.tusk.%s by reference is the same evidence: same verdict, call id and digest",
    (_name, spot) => {
      const inline = reportOn(closedFile());
      const values = new Map<string, Json>();
      const looked = judgeJoin(
        byReference(spot, (digest, value) => values.set(digest, value)),
        sha256,
        { values: (digest) => values.get(digest) },
      );
      const kept = altered(
        (turn) => {
          const { at, key } = spot(turn);
          Reflect.set(at, key, { $digest: turn.keep(Reflect.get(at, key) as Json) });
        },
        { callId: false, policyDigests: false },
      );
      expect(looked).toEqual({ ok: true, report: inline });
      expect(reportOn(kept)).toEqual(inline);
    },
  );

  test.each(SPOTS)("evidence.tusk.%s by a reference that nobody resolves is unusable input", (name, spot) => {
    let named = "";
    const file = byReference(spot, (digest) => {
      named = digest;
    });
    expect(reasonAgainst(file)).toBe(`evidence.tusk.${name} names ${named}, which is not among the values`);
  });

  test.each(SPOTS)("evidence.tusk.%s by a reference to something of another form is unusable input", (name, spot) => {
    const file = altered(
      (turn) => {
        const { at, key } = spot(turn);
        Reflect.set(at, key, { $digest: turn.keep({ other: 1 }) });
      },
      { callId: false, policyDigests: false },
    );
    expect(reasonAgainst(file)).toMatch(new RegExp(`^evidence\\.tusk\\.${name.replaceAll(".", "\\.")}`));
  });

  test("a catalog that names a tool twice is unusable input: nobody could say which row counts", () => {
    const file = altered(({ spec, tool }) => {
      spec.catalog.unshift({ ...tool("read"), allowedCallers: ["code"] });
    });
    expect(reasonAgainst(file)).toBe("evidence.tusk.spec.catalog names read twice");
  });

  test("a lookup that lies is unusable input, and is named", () => {
    let named = "";
    const file = byReference(SPOTS[0]?.[1] ?? failed, (digest) => {
      named = digest;
    });
    const liar: ValueLookup = () => ({ schema: "another" });
    expect(judgeJoin(file, sha256, { values: liar })).toEqual({
      ok: false,
      reason: `the folder of values["${named}"] holds a value with another digest`,
    });
  });

  test("a lookup that lies about a value that a rule asks for is unusable input too, and no verdict", () => {
    const file = altered(({ tusk }) => {
      tusk.values = {};
    });
    expect(judgeJoin(file, sha256, { values: () => "something else" })).toEqual({
      ok: false,
      reason: expect.stringMatching(
        /^the folder of values\["sha256:[0-9a-f]{64}"\] holds a value with another digest$/,
      ) as unknown,
    });
  });

  const FREE_POLICIES: readonly [string, (turn: TurnDraft) => object, string][] = [
    ["mutationPolicy", ({ spec }) => spec, "mutationPolicy"],
    ["the bound control profile", ({ spec }) => spec.governance.controlProfiles, "moderate"],
    ["another control profile", ({ spec }) => spec.governance.controlProfiles, "high"],
  ];

  test.each(FREE_POLICIES)("%s by reference is the same evidence, and nothing is recomputed", (_name, at, key) => {
    const file = altered(
      (turn) => {
        const policies = at(turn);
        Reflect.set(policies, key, { $digest: turn.keep(found(Reflect.get(policies, key) as Json | undefined)) });
      },
      { callId: false, policyDigests: false },
    );
    expect(reportOn(file)).toEqual(reportOn(closedFile()));
  });

  test.each(FREE_POLICIES)("%s by a reference that nobody resolves is unusable", (_name, at, key) => {
    const file = altered(
      (turn) => {
        const policies = at(turn);
        Reflect.set(policies, key, { $digest: digestOf(found(Reflect.get(policies, key) as Json | undefined)) });
      },
      { callId: false, policyDigests: false },
    );
    expect(reasonAgainst(file)).toMatch(/^evidence\.tusk\.spec\.[\w.]+ names a value that is not among the values$/);
  });

  test("values may all stand in a folder: the same verdict and the same digest", () => {
    const inline = closedFile();
    const { values } = (inline.evidence as FileDraft["evidence"]).tusk;
    const bare = altered(({ tusk }) => {
      Reflect.deleteProperty(tusk, "values");
    });
    expect(judgeJoin(bare, sha256, { values: (digest) => values[digest] })).toEqual({
      ok: true,
      report: reportOn(inline),
    });
  });

  test("a value under another digest than its own is unusable input", () => {
    const file = altered(({ tusk }) => {
      tusk.values[hex("9")] = { any: "value" };
    });
    expect(reasonAgainst(file)).toBe(`evidence.tusk.values["${hex("9")}"] holds a value with another digest`);
  });

  test("something that only looks like a reference is no reference", () => {
    const extra = altered(
      ({ tusk }) => {
        put(tusk, "spec.catalog", { $digest: hex("1"), note: "x" });
      },
      { callId: false, policyDigests: false },
    );
    expect(reasonAgainst(extra)).toBe("evidence.tusk.spec.catalog is an object, expected a list");
  });
});

test("reading says whether the native writer would write the rows canonically", () => {
  const tusk = found(closedFile().evidence.tusk);
  expect(readTusk(tusk, sha256).native).toBe(true);
  const respelt = structuredClone(tusk) as FileDraft["evidence"]["tusk"];
  respelt.turn = { index: respelt.turn.index, sessionId: respelt.turn.sessionId };
  respelt.requests = respelt.requests.map((row) => Object.fromEntries(Object.entries(row).toReversed()) as typeof row);
  expect(readTusk(respelt as unknown as Json, sha256).native).toBe(false);
});

test("what cannot be read is thrown as what the judge catches", () => {
  expect(() => readTusk({ schema: 1 }, sha256)).toThrow(NotNormal);
});

function failed(): never {
  throw new Error("there is no such spot");
}
