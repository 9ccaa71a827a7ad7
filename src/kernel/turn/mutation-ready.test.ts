import { sha256 } from "#platform";
import { describe, expect, test } from "vitest";
import { FULL_TURN } from "../../../conformance/full-turn.ts";
import { admitted, closedJoin, PROOFS, refusalOf, stagesOf } from "../../../tests/forgery/minted.ts";
import { InvariantError, type Violation } from "../gate/verdict.ts";
import { MUTATIONS, type Mutation, type MutationAction, mutationDigest } from "../permit/mutation.ts";
import { admitMutation, type MutationProofs } from "./mutation-ready.ts";
import { spendOnce } from "../permit/spendable.ts";

const JOIN = closedJoin();
const CALL_ID = stagesOf().spec.wire.callId;
const UPDATE = PROOFS.mutation;
const DIGEST = `sha256:${"1".repeat(64)}`;

/** The join of a turn that intends something else. */
function joinIntending(mutation: Mutation, inputs: readonly string[] = ["tc-3"]): typeof JOIN {
  return stagesOf({ use: { ...FULL_TURN.use, intent: { ...mutation, inputs } } }).join;
}

function refusedFor(change: Partial<MutationProofs>, join = JOIN): readonly Violation[] {
  const refusal = refusalOf(admitMutation(join, { ...PROOFS, ...change }, sha256));
  expect(refusal.answer).toBe("stop");
  return refusal.violations;
}

const places = (violations: readonly Violation[]): unknown =>
  violations.map((row) => [row.class, row.subject, row.path]);

const notIntended = (note: string, join = JOIN): Violation => ({
  class: "mutation.use_evidence_missing",
  answer: "stop",
  subject: join.evidenceDigest,
  path: "evidence.tusk.intent",
  note,
});

describe("admitMutation mints a permit for one mutation (K08)", () => {
  test("bound to the mutation and to the evidence that earned it", () => {
    const ready = admitted(admitMutation(JOIN, PROOFS, sha256));
    expect([ready.kind, ready.mutationDigest, ready.evidenceDigest]).toEqual([
      "mutation_ready",
      mutationDigest(UPDATE, sha256),
      JOIN.evidenceDigest,
    ]);
    expect(Object.isFrozen(ready) && Object.isFrozen(Object.getPrototypeOf(ready))).toBe(true);
  });

  test("spent once, and only for its digest; a wrong digest burns it (K02)", () => {
    const ready = admitted(admitMutation(JOIN, PROOFS, sha256));
    const digest = ready.mutationDigest;
    expect([spendOnce(ready, digest), spendOnce(ready, digest)]).toEqual([true, false]);
    const burned = admitted(admitMutation(JOIN, PROOFS, sha256));
    expect([spendOnce(burned, "sha256:other"), spendOnce(burned, digest)]).toEqual([false, false]);
  });

  test("its constructor is a bug to call", () => {
    const ready = admitted(admitMutation(JOIN, PROOFS, sha256));
    const Ready = ready.constructor as new (...given: readonly unknown[]) => object;
    expect(() => new Ready("m", "e", Symbol("MutationReady"))).toThrow(
      new InvariantError("a permit is minted by its door only"),
    );
  });

  test("claims may be general and .all", () => {
    const claims = ["capabilities.change_morphisms", "capabilities.change_morphisms.all"];
    expect(admitMutation(JOIN, { ...PROOFS, claims }, sha256).admitted).toBe(true);
  });

  test("arguments with their keys in another order are the intended ones", () => {
    const mutation = { ...UPDATE, args: { note: "parser fixed", id: "bd-7" } };
    expect(admitMutation(JOIN, { ...PROOFS, mutation }, sha256).admitted).toBe(true);
  });

  test("a mutation that says something else each time it is read is read once", () => {
    const actions: MutationAction[] = ["issue.update", "issue.close", "issue.close", "issue.close"];
    const mutation: Mutation = {
      get action() {
        return actions.shift() ?? "issue.close";
      },
      args: UPDATE.args,
    };
    const ready = admitted(admitMutation(JOIN, { ...PROOFS, mutation }, sha256));
    expect(ready.mutationDigest).toBe(mutationDigest(UPDATE, sha256));
  });

  const CARRIED = (Object.keys(MUTATIONS) as MutationAction[]).filter((action) =>
    MUTATIONS[action].permits.includes("mutation_ready"),
  );
  const PROMOTE = "policy.promote";

  test("the actions it may carry are DESIGN 3's: status, close, update, discover, dependency edits, promotion", () => {
    expect(CARRIED).toEqual([
      "issue.update",
      "issue.close",
      "issue.discover",
      "issue.mark_blocked",
      "dep.add",
      "dep.remove",
      "dep.replace",
      PROMOTE,
    ]);
  });

  test.each(CARRIED.filter((action) => action !== PROMOTE))(
    "%s is admitted with its claims, and not without them",
    (action) => {
      const mutation: Mutation = { action, args: { id: "bd-7" } };
      const join = joinIntending(mutation);
      const name = action.replace(".", "_");
      const claims = ["capabilities.change_morphisms", `capabilities.change_morphisms.${name}`];
      expect(admitMutation(join, { ...PROOFS, mutation, claims }, sha256).admitted).toBe(true);
      expect(places(refusedFor({ mutation, claims: [] }, join))).toEqual([
        ["mutation.capability_claim_missing", "capabilities.change_morphisms", "mutation.claims"],
        ["mutation.capability_claim_missing", `capabilities.change_morphisms.${name}`, "mutation.claims"],
      ]);
    },
  );
});

describe("what admitMutation refuses (K08)", () => {
  test.each(["issue.add", "issue.claim", "issue.claim_next", "issue.lease_renew", "issue.lease_release"] as const)(
    "%s is a mandate's to do, whatever the turn intends",
    (action) => {
      const mutation: Mutation = { action, args: { id: "bd-7" } };
      expect(refusedFor({ mutation }, joinIntending(mutation))).toEqual([
        {
          class: "mutation.capability_claim_missing",
          answer: "stop",
          subject: action,
          path: "mutation.action",
          note: `${action} is not an agent's to do with this permit`,
        },
      ]);
    },
  );

  test.each(["issue.delete", "toString", "__proto__", ""])("%o is no action", (action) => {
    const mutation = { action: action as MutationAction, args: {} };
    expect(places(refusedFor({ mutation }))).toEqual([
      ["mutation.capability_claim_missing", action, "mutation.action"],
    ]);
  });

  test("another action than the intended one", () => {
    expect(refusedFor({ mutation: { ...UPDATE, action: "issue.close" } })).toEqual([
      notIntended("the turn intends issue.update, not issue.close"),
    ]);
  });

  test("other arguments than the intended ones", () => {
    const note = "the arguments are not the ones the turn intends";
    for (const args of [{ id: "bd-8", note: "parser fixed" }, { id: "bd-7" }, {}, null, ["bd-7"]])
      expect(refusedFor({ mutation: { ...UPDATE, args } })).toEqual([notIntended(note)]);
  });

  test("a turn that intends nothing", () => {
    const { intent: _intent, ...use } = FULL_TURN.use;
    const { join } = stagesOf({ use });
    expect(refusedFor({}, join)).toEqual([notIntended("the arguments are not the ones the turn intends", join)]);
  });

  test("arguments that JSON cannot say", () => {
    expect(refusedFor({ mutation: { ...UPDATE, args: { id: Number.NaN } } })).toEqual([
      notIntended(expect.stringMatching(/^the number NaN at .* is not JSON$/) as unknown as string),
    ]);
  });

  test("a missing claim, the general one or the action's own", () => {
    const [general, own] = PROOFS.claims;
    if (general === undefined || own === undefined) throw new Error("no claims");
    const row = (subject: string): unknown => ["mutation.capability_claim_missing", subject, "mutation.claims"];
    expect(places(refusedFor({ claims: [own] }))).toEqual([row(general)]);
    expect(places(refusedFor({ claims: [general] }))).toEqual([row(own)]);
    expect(places(refusedFor({ claims: [general, "capabilities.change_morphisms.issue_close"] }))).toEqual([row(own)]);
  });

  test("another mutation policy is active now", () => {
    expect(places(refusedFor({ activePolicy: { close: "never" } }))).toEqual([
      ["mutation.policy_digest_mismatch", CALL_ID, "mutation.activePolicy"],
    ]);
  });

  test("a witness that does not resolve, because nothing does or because something else does", () => {
    const row = ["mutation.use_evidence_missing", CALL_ID, "mutation.join.witnessRef"];
    expect(places(refusedFor({ resolved: [] }))).toEqual([row]);
    expect(places(refusedFor({ witnessRef: "witness://4" }))).toEqual([row]);
  });

  test("a turn that names no session or no trajectory row", () => {
    const closing = { ...FULL_TURN.closing, sessionRefs: [], trajectoryRefs: [] };
    expect(places(refusedFor({}, stagesOf({ closing }).join))).toEqual([
      ["mutation.use_evidence_missing", CALL_ID, "evidence.sessionRefs"],
      ["mutation.use_evidence_missing", CALL_ID, "evidence.trajectoryRefs"],
    ]);
  });

  test("an intent that rests on a result which is tried again", () => {
    const notes = [{ toolCallId: "tc-3", retry: { decisionRef: "retry://1" } }];
    const { join } = stagesOf({ use: { ...FULL_TURN.use, notes } });
    expect(places(refusedFor({}, join))).toEqual([
      ["mutation.use_evidence_missing", "tc-3", "evidence.tusk.intent.inputs"],
    ]);
  });

  test("a promotion without gates, evaluations and ways back", () => {
    const mutation: Mutation = { action: "policy.promote", args: { package: "team-policy@2.2.0" } };
    const claims = ["capabilities.change_morphisms", "capabilities.change_morphisms.policy_promote"];
    const classes = refusedFor({ mutation, claims }, joinIntending(mutation)).map((row) => row.class);
    expect(classes).toEqual([
      "governance.eval_gate_unmet",
      "governance.self_evolution_retry_missing",
      "governance.self_evolution_escalation_missing",
      "governance.self_evolution_rollback_missing",
      "governance.redteam_gate_unmet",
    ]);
  });

  test.each<[string, object, string, string]>([
    ["claims that are no list", { claims: "all" }, "proofs.claims", 'is "all", expected a list'],
    ["a claim that is no text", { claims: [1] }, "proofs.claims[0]", "is a number, expected text"],
    ["nothing resolved", { resolved: undefined }, "proofs.resolved", "is absent"],
    ["a reference without a digest", { resolved: [{ ref: "witness://3" }] }, "proofs.resolved[0].digest", "is absent"],
    [
      "counts that are no numbers",
      { evals: [{ datasetDigest: DIGEST, policyDigest: DIGEST, tp: "9", fp: 0, fn: 0 }] },
      "proofs.evals[0].tp",
      'is "9", expected a whole number from 0',
    ],
  ])("proofs with %s, whatever their type says", (_what, change, path, note) => {
    expect(refusedFor(change)).toEqual([{ class: "tool.schema_invalid", answer: "stop", subject: path, path, note }]);
  });

  test("everything that is wrong is said at once", () => {
    expect(places(refusedFor({ claims: [], resolved: [], activePolicy: null }))).toEqual([
      ["mutation.policy_digest_mismatch", CALL_ID, "mutation.activePolicy"],
      ["mutation.capability_claim_missing", "capabilities.change_morphisms", "mutation.claims"],
      ["mutation.capability_claim_missing", "capabilities.change_morphisms.issue_update", "mutation.claims"],
      ["mutation.use_evidence_missing", CALL_ID, "mutation.join.witnessRef"],
    ]);
  });

  test("an error that is not about the proofs is a bug and stays one", () => {
    const broken = (): string => {
      throw new RangeError("no more memory");
    };
    expect(() => admitMutation(JOIN, PROOFS, broken)).toThrow(RangeError);
  });
});
