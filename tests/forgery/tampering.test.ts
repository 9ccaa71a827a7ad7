import {
  admitMutation,
  admitRequests,
  bindSpec,
  closeJoin,
  disposeResults,
  guardRequests,
  type JoinClosed,
  type Json,
  judgeJoin,
  mintEscalation,
  mintMandate,
  MUTATIONS,
  settleResults,
} from "#kernel";
import { sha256 } from "#platform";
import { describe, expect, test } from "vitest";
import { FULL_TURN } from "../../conformance/full-turn.ts";
import {
  admitted,
  closedJoin,
  freshPermit,
  memoryStore,
  MUTATION_OF,
  PERMIT_KINDS,
  PROOFS,
  refusalOf,
  someRefusal,
  worked,
} from "./minted.ts";

/** Runs with a property of an object replaced, where the object lets itself be changed, and puts it back. */
function patched<T>(owner: object, key: PropertyKey, change: PropertyDescriptor, run: () => T): T {
  const before = Object.getOwnPropertyDescriptor(owner, key);
  const changed = Reflect.defineProperty(owner, key, { configurable: true, ...change });
  try {
    return run();
  } finally {
    if (changed && before !== undefined) Object.defineProperty(owner, key, before);
    else if (changed) Reflect.deleteProperty(owner, key);
  }
}

const prototypeOf = (value: object): object => Object.getPrototypeOf(value) as object;

describe("built-ins changed after the kernel was loaded let no forged permit through (K02)", () => {
  test.each(PERMIT_KINDS.flatMap((kind) => (["has", "delete"] as const).map((method) => [kind, method] as const)))(
    "%s: WeakSet.prototype.%s says yes to everything",
    (kind, method) => {
      const { own } = MUTATION_OF[kind];
      const { mutationDigest } = freshPermit(kind);
      const store = memoryStore();
      const applied = patched(WeakSet.prototype, method, { value: () => true, writable: true }, () =>
        worked(() => store.apply({ kind, mutationDigest }, own)),
      );
      expect(applied).toBe(false);
      expect(store.rows).toEqual(new Map());
    },
  );

  test.each(PERMIT_KINDS)("%s: a spent permit stays spent whatever WeakSet.prototype.delete says", (kind) => {
    const { own } = MUTATION_OF[kind];
    const permit = freshPermit(kind);
    const store = memoryStore();
    expect(store.apply(permit, own)).toBe(true);
    const again = patched(WeakSet.prototype, "delete", { value: () => true, writable: true }, () =>
      worked(() => store.apply(permit, own)),
    );
    expect(again).toBe(false);
  });

  test.each(PERMIT_KINDS)("%s: Object.prototype answers for a permit that is nothing", (kind) => {
    const { own } = MUTATION_OF[kind];
    const { mutationDigest } = freshPermit(kind);
    const store = memoryStore();
    const applied = patched(Object.prototype, "kind", { value: kind }, () =>
      patched(Object.prototype, "mutationDigest", { value: mutationDigest }, () => {
        return worked(() => store.apply({}, own));
      }),
    );
    expect(applied).toBe(false);
    expect(store.rows).toEqual(new Map());
  });

  test("Symbol gives back one symbol for every name", () => {
    const one = Symbol("one");
    const permit = freshPermit("mandate");
    const constructor = permit.constructor as new (...given: readonly unknown[]) => object;
    const forge = (): boolean => {
      const forged = new constructor(permit.mutationDigest, { source: {} }, Symbol("Mandate"));
      return memoryStore().apply(forged, MUTATION_OF.mandate.own);
    };
    expect(patched(globalThis, "Symbol", { value: () => one, writable: true }, () => worked(forge))).toBe(false);
  });
});

describe("what a permit or a stage shows cannot be changed to mean something else (K02)", () => {
  test.each(PERMIT_KINDS)("%s: a prototype that names another digest does not rebind the permit", (kind) => {
    const { other, own } = MUTATION_OF[kind];
    const permit = freshPermit(kind);
    const wanted = freshPermit(kind === "mutation_ready" ? "human_override" : kind, other).mutationDigest;
    const store = memoryStore();
    const applied = patched(prototypeOf(permit), "mutationDigest", { get: () => wanted }, () =>
      worked(() => store.apply(permit, other)),
    );
    expect(applied).toBe(false);
    expect(store.rows).toEqual(new Map());
    expect(store.apply(freshPermit(kind), own)).toBe(true);
  });

  test("a bound spec does not take on other values", () => {
    const spec = admitted(bindSpec(FULL_TURN.draft, sha256));
    const values = { ...FULL_TURN.draft.values, toolPolicy: { allow: [] } };
    for (const owner of [spec, prototypeOf(spec)]) {
      const verdict = patched(owner, "values", { value: values }, () =>
        admitRequests(spec, FULL_TURN.requests, sha256),
      );
      expect(verdict.admitted).toBe(true);
    }
  });

  test("guarded requests do not forget a call", () => {
    const spec = admitted(bindSpec(FULL_TURN.draft, sha256));
    const requests = admitted(admitRequests(spec, FULL_TURN.requests, sha256));
    const guarded = admitted(guardRequests(requests, FULL_TURN.decisions));
    for (const owner of [guarded, prototypeOf(guarded)]) {
      const verdict = patched(owner, "callIds", { value: ["tc-1"] }, () =>
        settleResults(guarded, FULL_TURN.results.slice(0, 1)),
      );
      expect(refusalOf(verdict).violations.map((row) => [row.class, row.subject])).toEqual([
        ["tool.result_missing", "tc-2"],
        ["tool.result_missing", "tc-3"],
      ]);
    }
  });

  test("a closed join does not take on another digest", () => {
    const join = closedJoin();
    const { evidenceDigest } = join;
    for (const owner of [join, prototypeOf(join)]) {
      const verdict = patched(owner, "evidenceDigest", { value: `sha256:${"0".repeat(64)}` }, () =>
        admitMutation(join, PROOFS, sha256),
      );
      expect(admitted(verdict).evidenceDigest).toBe(evidenceDigest);
    }
  });

  test("evidence, report and witness of a closed join throw when written to, or stay as they were", () => {
    const join = closedJoin();
    const before = JSON.stringify([join.evidence, join.evidenceDigest, join.report, join.witness]);
    for (const shown of [join.evidence, join.report, join.witness]) overwrite(shown);
    expect(JSON.stringify([join.evidence, join.evidenceDigest, join.report, join.witness])).toBe(before);
    expect(admitMutation(join, PROOFS, sha256).admitted).toBe(true);
  });

  test("nothing of what a stage holds is reached through its class", () => {
    const spec = admitted(bindSpec(FULL_TURN.draft, sha256));
    const requests = admitted(admitRequests(spec, FULL_TURN.requests, sha256));
    const guarded = admitted(guardRequests(requests, FULL_TURN.decisions));
    const results = admitted(settleResults(guarded, FULL_TURN.results));
    const use = admitted(disposeResults(results, FULL_TURN.use));
    const join = admitted(closeJoin(use, FULL_TURN.closing));
    for (const stage of [spec, requests, guarded, results, use, join]) {
      expect(Reflect.ownKeys(stage)).toEqual([]);
      const own = Object.getOwnPropertyNames(stage.constructor);
      expect(own.filter((name) => typeof Reflect.get(stage.constructor, name) === "function")).toEqual([]);
    }
  });

  test("the table of mutations cannot be widened", () => {
    for (const row of Object.values(MUTATIONS)) {
      expect(Object.isFrozen(row) && Object.isFrozen(row.permits) && Object.isFrozen(row.claims)).toBe(true);
    }
    expect(Object.isFrozen(MUTATIONS)).toBe(true);
    expect(() => Object.assign(MUTATIONS["issue.close"], { permits: ["escalation"] })).toThrow(TypeError);
    const close = { action: "issue.close", args: { id: "bd-7" } } as const;
    const retryPolicyDigest = `pol1_${"4".repeat(64)}`;
    const grant = { refusal: someRefusal(), refusalWitnessRef: "witness://1", retryPolicyDigest, mutation: close };
    expect(mintEscalation(grant, sha256)).toEqual({ ok: false, reason: "an escalation does not carry issue.close" });
  });

  test("a mandate keeps what it names, whatever its giver does to the grant afterwards", () => {
    const source = { kind: "command" as const, commandLine: "tusk run" };
    const mutation = { action: "issue.claim" as const, args: { id: "bd-7" } };
    const grant = { actor: "arj", run: "run-1", source, mutation };
    const minting = mintMandate(grant, sha256);
    if (!minting.ok) throw new Error(minting.reason);
    Object.assign(source, { commandLine: "other" });
    Object.assign(grant, { actor: "mallory", run: "run-2" });
    Object.assign(mutation.args, { id: "bd-8" });
    const { actor, run, source: kept } = minting.permit;
    expect({ actor, run, kept }).toEqual({
      actor: "arj",
      run: "run-1",
      kept: { kind: "command", commandLine: "tusk run" },
    });
    expect(memoryStore().apply(minting.permit, mutation)).toBe(false);
  });
});

describe("what its owner does to a draft afterwards changes nothing", () => {
  test("no door keeps an object that somebody else can write to", () => {
    const turn = JSON.parse(JSON.stringify(FULL_TURN)) as typeof FULL_TURN;
    const spec = admitted(bindSpec(turn.draft, sha256));
    overwrite(turn.draft);
    const requests = admitted(admitRequests(spec, turn.requests, sha256));
    overwrite(turn.requests);
    const guarded = admitted(guardRequests(requests, turn.decisions));
    overwrite(turn.decisions);
    const results = admitted(settleResults(guarded, turn.results));
    overwrite(turn.results);
    const use = admitted(disposeResults(results, turn.use));
    overwrite(turn.use);
    const join = admitted(closeJoin(use, turn.closing));
    overwrite(turn.closing);
    expect(join.evidence).toEqual(closedJoin().evidence);
    expect(join.evidenceDigest).toBe(closedJoin().evidenceDigest);
    const judged = judgeJoin(JSON.parse(JSON.stringify(join.evidence)) as JoinClosed["evidence"], sha256);
    expect(judged.ok && judged.report.evidenceDigest).toBe(join.evidenceDigest);
  });
});

/** Tries to write over everything in a value. */
function overwrite(value: object): void {
  for (const key of Object.keys(value)) {
    const entry = Reflect.get(value, key) as Json | undefined;
    if (typeof entry === "object" && entry !== null) overwrite(entry);
    else Reflect.set(value, key, "overwritten");
  }
  if (Array.isArray(value) && Object.isExtensible(value)) value.push("added");
}
