import { sha256 } from "#platform";
import { describe, expect, test } from "vitest";
import { FULL_TURN } from "../../../conformance/full-turn.ts";
import { digestJson } from "../digest/digest.ts";
import { InvariantError, type Violation } from "../gate/verdict.ts";
import { Float, type Json } from "../json/value.ts";
import { bindSpec, type CallSpec, type CallSpecDraft, mintedSpec } from "./call-spec.ts";

const DRAFT = FULL_TURN.draft;
const { values: VALUES } = DRAFT;

/** The golden draft with every optional policy bound. */
const WHOLE: CallSpecDraft = {
  ...DRAFT,
  values: {
    ...VALUES,
    toolChoice: { kind: "specific", tool: "read" },
    compactionPolicy: { carry: ["plan"] },
    stopPolicy: { maxTurns: 20, checkpoints: [{ at: 5, kind: "review" }] },
    decompositionPolicy: {
      patterns: ["single", "chain"],
      maxFanOut: 2,
      autonomous: { metric: "pass@1", threshold: new Float(1), evalProfileRef: "eval://1" },
    },
    handoffContract: {
      from: ["coder"],
      allowedTargets: ["tester"],
      requiredArtifacts: ["plan.md"],
      requireReturnPath: true,
    },
    evalProfileRef: "eval://local",
    preContextFilter: { enabled: true, tools: ["read"] },
    governance: {
      ...VALUES.governance,
      guardrails: {
        required: ["pre_flight", "output"],
        list: [{ id: "secrets", stage: "pre_flight", threshold: 0.5, modelRef: "acme/guard" }],
      },
      evalGate: { minPrecision: 0.9, minRecall: 0.8, minF1: 0.85 },
      redTeam: { plugins: ["injection"], strategies: ["crescendo"], minProbes: 3 },
      observability: { mode: "dashboard", processors: ["local"] },
    },
  },
};

type Path = readonly string[];

function bound(draft: CallSpecDraft): CallSpec {
  const verdict = bindSpec(draft, sha256);
  if (!verdict.admitted) throw new Error(JSON.stringify(verdict.refusal.violations));
  return verdict.next;
}

function refusedFor(draft: unknown): readonly Violation[] {
  const verdict = bindSpec(draft as CallSpecDraft, sha256);
  if (verdict.admitted) throw new Error("it was admitted");
  expect(verdict.refusal.answer).toBe("stop");
  return verdict.refusal.violations;
}

/** A violation as this door writes it. */
function violation(path: string, note: string): Violation {
  return { class: "tool.schema_invalid", answer: "stop", subject: path, path: `draft.${path}`, note };
}

/** A copy with the value at a path replaced, or taken out where `change` answers undefined. */
function changedAt(value: unknown, [step, ...rest]: Path, change: (old: unknown) => unknown): unknown {
  if (step === undefined) return change(value);
  const entries = Object.entries(value as object).flatMap(([key, entry]): [string, unknown][] => {
    const next: unknown = key === step ? changedAt(entry, rest, change) : entry;
    return next === undefined ? [] : [[key, next]];
  });
  return Array.isArray(value) ? entries.map(([, entry]) => entry) : Object.fromEntries(entries);
}

function pathOf(dotted: string): Path {
  return dotted.split(".");
}

describe("each of the eleven fields of seed 001 §3.1 has a source, and no draft is bound without it (K03)", () => {
  const MODE = "one of code, json, text is due";
  const PATTERN = "one of single, chain, route, parallel, orchestrator_workers, evaluator_optimizer is due";
  const TURN = "a turn has a session and an index from 0";

  /** Field, its source in the draft, and what is said when the source is absent. */
  const SOURCES = [
    ["callId", "turn", TURN],
    ["modelRef", "modelRef", "no model is bound"],
    ["actionMode", "actionMode", MODE],
    ["executionPattern", "executionPattern", PATTERN],
    ["mutationPolicyDigest", "values.mutationPolicy", "is absent"],
    ["governancePolicyDigest", "values.governance", "is absent"],
    ["toolRenderProtocolDigest", "values.renderProtocol", "is absent"],
    ["reminderQueuePolicyDigest", "values.reminderQueuePolicy", "is absent"],
    ["stateViewPolicyDigest", "values.stateViewPolicy", "is absent"],
    ["decompositionPolicyDigest", "values.decompositionPolicy", "is absent"],
  ] as const;

  test("with the constant normalizer they are exactly what a bound spec puts on the wire", () => {
    expect(Object.keys(bound(DRAFT).wire).sort()).toEqual(["normalizerId", ...SOURCES.map(([field]) => field)].sort());
  });

  test.each(SOURCES)("%s: without %s the draft is refused", (_field, source, note) => {
    expect(refusedFor(changedAt(DRAFT, pathOf(source), () => undefined))).toEqual([violation(source, note)]);
  });

  test.each(SOURCES)("%s: a source %s that is undefined or null is refused", (_field, source) => {
    for (const nothing of [undefined, null]) {
      const draft = structuredClone(DRAFT) as unknown as Record<string, Record<string, unknown>>;
      const [first = "", second] = pathOf(source);
      if (second === undefined) Object.assign(draft, { [first]: nothing });
      else Object.assign(draft[first] ?? {}, { [second]: nothing });
      // A null policy is a value like any other: only the mutation policy is free to be one.
      if (nothing === null && source === "values.mutationPolicy")
        expect(bindSpec(draft as never, sha256).admitted).toBe(true);
      else expect(refusedFor(draft).map((row) => [row.class, row.subject])).toEqual([["tool.schema_invalid", source]]);
    }
  });

  test("every draft field of the wrong kind is refused, each by name, all at once", () => {
    const draft = { turn: [], modelRef: 7, actionMode: ["json"], executionPattern: ["chain"], values: "policies" };
    expect(refusedFor(draft)).toEqual([
      violation("turn", TURN),
      violation("modelRef", "no model is bound"),
      violation("actionMode", MODE),
      violation("executionPattern", PATTERN),
      violation("values", 'is "policies", expected an object'),
    ]);
  });

  test.each([undefined, null, "draft", 7, [], () => DRAFT])(
    "a draft that is no draft at all lacks everything: %o",
    (draft) => {
      expect(refusedFor(draft).map((row) => row.path)).toEqual([
        "draft.turn",
        "draft.modelRef",
        "draft.actionMode",
        "draft.executionPattern",
        "draft.values",
      ]);
    },
  );

  test.each(["", " ", "\t\n", "\u0085", "\u2003"])("a blank model %o and a blank session are none", (blank) => {
    expect(refusedFor({ ...DRAFT, modelRef: blank })).toEqual([violation("modelRef", "no model is bound")]);
    expect(refusedFor({ ...DRAFT, turn: { sessionId: blank, index: 0 } })).toEqual([violation("turn", TURN)]);
  });

  test.each([-1, -0, 0.5, Number.NaN, Infinity, 2 ** 53, "3", 3n, null, undefined])(
    "a turn has no index %o",
    (index) => {
      expect(refusedFor({ ...DRAFT, turn: { sessionId: "hs1", index } })).toEqual([violation("turn", TURN)]);
    },
  );

  test("the first and the last index there is are indexes", () => {
    expect(bound({ ...DRAFT, turn: { sessionId: "hs1", index: 0 } }).turn).toEqual({ sessionId: "hs1", index: 0 });
    const last = Number.MAX_SAFE_INTEGER;
    expect(bound({ ...DRAFT, turn: { sessionId: "hs1", index: last } }).turn.index).toBe(last);
  });

  test.each(["", "Json", "toString", "__proto__", "json ", "yaml"])(
    "%o is neither an action mode nor a pattern",
    (word) => {
      expect(refusedFor({ ...DRAFT, actionMode: word })).toEqual([violation("actionMode", MODE)]);
      expect(refusedFor({ ...DRAFT, executionPattern: word })).toEqual([violation("executionPattern", PATTERN)]);
    },
  );
});

describe("what a draft does not have a field for is refused, not dropped (K03)", () => {
  test.each([
    "callId",
    "normalizerId",
    "mutationPolicyDigest",
    "governancePolicyDigest",
    "toolRenderProtocolDigest",
    "reminderQueuePolicyDigest",
    "stateViewPolicyDigest",
    "decompositionPolicyDigest",
    "constructor",
  ])("a draft that brings its own %s", (key) => {
    expect(refusedFor({ ...DRAFT, [key]: `sha256:${"0".repeat(64)}` })).toEqual([
      violation(key, "is no field of a draft"),
    ]);
  });

  test("an unknown key in the turn, the values, or below them", () => {
    expect(refusedFor({ ...DRAFT, turn: { ...DRAFT.turn, at: 1 } }).map((row) => row.path)).toEqual(["draft.turn"]);
    expect(refusedFor({ ...DRAFT, values: { ...VALUES, extra: 1 } })).toEqual([
      violation("values.extra", "is no known field"),
    ]);
    const governance = { ...VALUES.governance, guardrails: { ...VALUES.governance.guardrails, optional: [] } };
    expect(refusedFor({ ...DRAFT, values: { ...VALUES, governance } })).toEqual([
      violation("values.governance.guardrails.optional", "is no known field"),
    ]);
  });

  test("catalog and attestation named by digest: a file may, a turn is bound to the values", () => {
    const named = { $digest: `sha256:${"0".repeat(64)}` };
    const note = "is named by its digest, and a draft holds the value";
    expect(refusedFor({ ...DRAFT, values: { ...VALUES, catalog: named } })).toEqual([
      violation("values.catalog", note),
    ]);
    const sandbox = { ...VALUES.sandbox, attestation: named };
    expect(refusedFor({ ...DRAFT, values: { ...VALUES, sandbox } })).toEqual([
      violation("values.sandbox.attestation", note),
    ]);
  });

  test("a catalog that names a tool twice: which row would count is nobody's to guess", () => {
    const catalog = [...VALUES.catalog, ...VALUES.catalog.slice(1, 2)];
    expect(refusedFor({ ...DRAFT, values: { ...VALUES, catalog } })).toEqual([
      violation("values.catalog", "names edit twice"),
    ]);
  });

  class Policy {
    readonly close = "never";
  }
  const cyclic: Record<string, unknown> = {};
  cyclic["self"] = cyclic;

  test.each<readonly [string, unknown, string]>([
    ["NaN", Number.NaN, "the number NaN"],
    ["infinity", { least: Infinity }, "the number Infinity"],
    ["undefined", { close: undefined }, "undefined"],
    ["a lone surrogate", "\uD800", "a lone surrogate"],
    ["a lone surrogate for a key", { "\uDC00": 1 }, "a lone surrogate"],
    ["a function", () => true, "function"],
    ["a symbol", Symbol("policy"), "symbol"],
    ["a class instance", new Policy(), "an object that is more than its keys"],
    ["a Map, which would become empty", new Map([["close", "never"]]), "an object that is more than its keys"],
    ["a list with a hole", Object.assign([], { length: 2 }), "a list that is more or less than its items"],
    ["a cycle", cyclic, "nesting deeper than 1024"],
  ])("a mutation policy with %s has no digest", (_name, mutationPolicy, what) => {
    const [only, ...others] = refusedFor({ ...DRAFT, values: { ...VALUES, mutationPolicy } });
    expect(others).toEqual([]);
    expect(only).toEqual({
      class: "tool.schema_invalid",
      answer: "stop",
      subject: "draft",
      path: "draft",
      note: expect.stringMatching(new RegExp(`^${what} at "values"\\."mutationPolicy".* is not JSON$`)) as unknown,
    });
  });

  test("a model name that has no UTF-8", () => {
    expect(refusedFor({ ...DRAFT, modelRef: "acme/\uD800" }).map((row) => row.note)).toEqual([
      'a lone surrogate at "modelRef" is not JSON',
    ]);
  });

  test("a draft that is a class instance", () => {
    class Draft {
      readonly modelRef: string = "acme/coder-2";
    }
    expect(refusedFor(Object.assign(new Draft(), DRAFT)).map((row) => row.note)).toEqual([
      "an object that is more than its keys at the top is not JSON",
    ]);
  });

  test("an error that is not about the draft is not taken for a refusal", () => {
    const broken = (): string => {
      throw new RangeError("no more memory");
    };
    expect(() => bindSpec(DRAFT, broken)).toThrow(RangeError);
  });
});

describe("digests are the digests of the values, and nobody types them in (K03, R25)", () => {
  test("the wire of the golden draft, whole", () => {
    const digest = (value: unknown): string => digestJson(sha256, value as Json);
    const identity = { session: "hs1_20261116T000000Z_bd_7", spec: digest(VALUES), turn: 3 };
    expect(bound(DRAFT).wire).toEqual({
      callId: `call1_${digest(identity).replace("sha256:", "")}`,
      modelRef: "acme/coder-2",
      actionMode: "json",
      executionPattern: "chain",
      normalizerId: "tusk.normalize.v1",
      mutationPolicyDigest: digest({ close: "after green tests" }),
      governancePolicyDigest: digest(VALUES.governance),
      toolRenderProtocolDigest: digest({ injectionPoints: ["tool_response"] }),
      reminderQueuePolicyDigest: digest({ dedup: true, maxItems: 8 }),
      stateViewPolicyDigest: digest({ required: ["open-work"] }),
      decompositionPolicyDigest: digest({ patterns: ["single", "chain"], maxFanOut: 0 }),
    });
    expect(bound(DRAFT).values).toEqual(VALUES);
    expect(bound(DRAFT).turn).toEqual(DRAFT.turn);
  });

  test("the model is bound by its name without white space around it", () => {
    expect(bound({ ...DRAFT, modelRef: "\u2003acme/coder-2\n" }).wire.modelRef).toBe("acme/coder-2");
  });

  test("the order in which the keys of a draft stand changes nothing", () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed);
      if (typeof value !== "object" || value === null || value instanceof Float) return value;
      return Object.fromEntries(
        Object.entries(value)
          .toReversed()
          .map(([key, entry]) => [key, reversed(entry)]),
      );
    };
    expect(bound(reversed(WHOLE) as CallSpecDraft).wire).toEqual(bound(WHOLE).wire);
  });
});

/** Words that stand for each other where a policy has a closed list of them. */
const WORDS = [
  ["auto", "any", "specific"],
  ["model", "code"],
  ["eager", "deferred"],
  ["read", "write", "shell", "search", "other"],
  ["middle", "head", "tail"],
  ["strict", "any"],
  ["none", "proxy", "full"],
  ["continue", "stop"],
  ["orchestrator", "specialist"],
  ["pre_flight", "input", "output"],
  ["dashboard", "internal_processor", "disabled"],
  ["low", "moderate", "high"],
] as const;

/** Other values for a leaf; the first that the form allows is taken. */
function othersFor(leaf: unknown): readonly unknown[] {
  if (typeof leaf === "boolean") return [!leaf];
  if (typeof leaf === "number") return [leaf + 1];
  if (leaf instanceof Float) return [new Float(leaf.value + 1)];
  if (typeof leaf !== "string") throw new Error(`no leaf: ${typeof leaf}`);
  if (leaf.startsWith("sha256:")) return [`sha256:${"0".repeat(64)}`];
  const words = WORDS.filter((group) => group.some((word) => word === leaf)).flatMap((group) => [...group]);
  return [`${leaf}!`, ...words.filter((word) => word !== leaf)];
}

function leavesOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null || value instanceof Float) return [path];
  return Object.entries(value).flatMap(([key, entry]) => leavesOf(entry, [...path, key]));
}

describe("the call id covers every value that is bound (R25)", () => {
  const leaves = leavesOf(WHOLE.values);

  /** The call id of the whole draft with one leaf changed. */
  function changedCallId(path: Path): string {
    const [callId] = othersFor(path.reduce<unknown>((at, key) => Reflect.get(at as object, key), WHOLE.values)).flatMap(
      (other) => {
        const values = changedAt(WHOLE.values, path, () => other) as CallSpecDraft["values"];
        const verdict = bindSpec({ ...WHOLE, values }, sha256);
        return verdict.admitted ? [verdict.next.wire.callId] : [];
      },
    );
    if (callId === undefined) throw new Error(`no other value fits ${path.join(".")}`);
    return callId;
  }

  test("there are leaves in each of the 22 policies", () => {
    expect(new Set(leaves.map(([policy]) => policy))).toEqual(new Set(Object.keys(WHOLE.values)));
    expect(Object.keys(WHOLE.values)).toHaveLength(22);
  });

  test.each(leaves.map((path) => [path.join("."), path] as const))(
    "another values.%s is another call",
    (_name, path) => {
      expect(changedCallId(path)).not.toBe(bound(WHOLE).wire.callId);
    },
  );

  test("no two of these changes give the same call", () => {
    const callIds = leaves.map(changedCallId);
    expect(new Set(callIds).size).toBe(leaves.length);
    for (const callId of callIds) expect(callId).toMatch(/^call1_[0-9a-f]{64}$/);
  });

  test("a catalog in another order is the same catalog, and its order is kept", () => {
    const catalog = VALUES.catalog.toReversed();
    const spec = bound({ ...DRAFT, values: { ...VALUES, catalog } });
    expect(spec.wire.callId).toBe(bound(DRAFT).wire.callId);
    expect(spec.values.catalog).toEqual(catalog);
  });

  test("another session and another turn are another call; another model is not", () => {
    const { sessionId, index } = DRAFT.turn;
    const callIds = [
      bound(DRAFT),
      bound({ ...DRAFT, turn: { sessionId, index: index + 1 } }),
      bound({ ...DRAFT, turn: { sessionId: `${sessionId}_2`, index } }),
    ].map((spec) => spec.wire.callId);
    expect(new Set(callIds).size).toBe(3);
    expect(bound({ ...DRAFT, modelRef: "acme/coder-3" }).wire.callId).toBe(callIds[0]);
  });
});

describe("what was bound stays bound (K01)", () => {
  test("its owner changes the draft afterwards, and the spec stays what it was", () => {
    const draft = structuredClone(DRAFT);
    const spec = bound(draft);
    const before = JSON.stringify([spec.turn, spec.values, spec.wire]);
    Object.assign(draft, { modelRef: "other" });
    Object.assign(draft.turn, { index: 99 });
    Object.assign(draft.values.toolPolicy, { allow: ["rm"] });
    (draft.values.catalog as unknown[]).length = 0;
    (draft.values.governance.guardrails.required as string[]).push("input");
    expect(JSON.stringify([spec.turn, spec.values, spec.wire])).toBe(before);
  });

  test("it is minted by bindSpec only, and told from a look-alike", () => {
    const spec = bound(DRAFT);
    const says = new InvariantError("a CallSpec is minted by bindSpec only");
    const Spec = spec.constructor as new (...given: readonly unknown[]) => object;
    expect(() => new Spec(DRAFT, spec.wire, Symbol("CallSpec"))).toThrow(says);
    expect(mintedSpec(spec)).toBe(spec);
    const face = { turn: spec.turn, values: spec.values, wire: spec.wire };
    expect(() => mintedSpec(face as unknown as CallSpec)).toThrow(says);
    expect(Object.isFrozen(spec) && Object.isFrozen(Object.getPrototypeOf(spec))).toBe(true);
  });

  test("what it hands out cannot be written to", () => {
    const spec = bound(DRAFT);
    const write = (): unknown[] => [
      Reflect.set(spec.wire, "callId", "call1_other"),
      Reflect.set(spec.turn, "index", 99),
      Reflect.set(spec.values, "mutationPolicy", {}),
      Reflect.set(spec.values.toolPolicy.allow, "0", "rm"),
      Reflect.set(spec.values.governance.package, "version", "*"),
      Reflect.set(spec, "values", {}),
    ];
    expect(write()).toEqual([false, false, false, false, false, false]);
  });
});
