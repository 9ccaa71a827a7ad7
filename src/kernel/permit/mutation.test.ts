import { sha256 } from "#platform";
import { describe, expect, test } from "vitest";
import { digestJson } from "../digest/digest.ts";
import {
  mayCarry,
  type Mutation,
  type MutationAction,
  mutationDigest,
  mutationDigestOf,
  MUTATIONS,
  parseMutationAction,
  type PermitKind,
} from "./mutation.ts";

const KINDS: readonly PermitKind[] = ["mutation_ready", "mandate", "escalation", "human_override"];
const ACTIONS = Object.keys(MUTATIONS) as MutationAction[];

/** DESIGN 3, written down once more: which kinds carry an action. */
const CARRIERS: { readonly [A in MutationAction]: readonly PermitKind[] } = {
  "issue.add": ["mandate", "human_override"],
  "issue.claim": ["mandate", "human_override"],
  "issue.claim_next": ["mandate", "human_override"],
  "issue.lease_renew": ["mandate", "human_override"],
  "issue.lease_release": ["mandate", "human_override"],
  "issue.update": ["mutation_ready", "human_override"],
  "issue.close": ["mutation_ready", "human_override"],
  "issue.discover": ["mutation_ready", "escalation", "human_override"],
  "issue.mark_blocked": ["mutation_ready", "escalation", "human_override"],
  "issue.delete": ["human_override"],
  "issue.import": ["human_override"],
  "issue.purge": ["human_override"],
  "issue.restore": ["human_override"],
  "dep.add": ["mutation_ready", "human_override"],
  "dep.remove": ["mutation_ready", "human_override"],
  "dep.replace": ["mutation_ready", "human_override"],
  "policy.promote": ["mutation_ready", "human_override"],
};

describe("which permit carries which action (DESIGN 3, M02)", () => {
  test("exactly these actions, each with exactly these kinds", () => {
    expect(ACTIONS).toEqual(Object.keys(CARRIERS));
    for (const action of ACTIONS) {
      expect(MUTATIONS[action].permits).toEqual(CARRIERS[action]);
      expect(KINDS.filter((kind) => mayCarry(kind, action)).toSorted()).toEqual(CARRIERS[action].toSorted());
    }
  });

  test("nobody can widen the table", () => {
    expect(Object.isFrozen(MUTATIONS)).toBe(true);
    for (const { claims, permits } of Object.values(MUTATIONS))
      expect([permits, claims, ...claims].every((part) => Object.isFrozen(part))).toBe(true);
    expect(() => (MUTATIONS["issue.close"].permits as PermitKind[]).push("escalation")).toThrow(TypeError);
    expect(() => Object.assign(MUTATIONS["issue.close"], { permits: ["escalation"] })).toThrow(TypeError);
  });

  test("only a person and a full join close; an escalation never does", () => {
    expect(KINDS.filter((kind) => mayCarry(kind, "issue.close"))).toEqual(["mutation_ready", "human_override"]);
  });

  test.each(["issue.burn", "toString", "constructor", "__proto__", ""])(
    "nothing carries %o, which is no action",
    (word) => {
      expect(KINDS.filter((kind) => mayCarry(kind, word as MutationAction))).toEqual([]);
      expect(parseMutationAction(word)).toBeUndefined();
    },
  );

  test("an action is named by its word, and a fifth kind carries none", () => {
    expect(ACTIONS.map(parseMutationAction)).toEqual(ACTIONS);
    expect(ACTIONS.filter((action) => mayCarry("fifth" as PermitKind, action))).toEqual([]);
  });

  test.each(ACTIONS)("%s takes the general claim, and its own or .all", (action) => {
    const name = action === "issue.claim_next" ? "issue_claim" : action.replace(".", "_");
    const general = "capabilities.change_morphisms";
    expect(MUTATIONS[action].claims).toEqual([[general], [`${general}.${name}`, `${general}.all`]]);
  });
});

describe("the identity of a mutation", () => {
  const CLOSE: Mutation = { action: "issue.close", args: { id: "bd-7" } };

  test("is over action and arguments, in a domain of its own", () => {
    expect(mutationDigest(CLOSE, sha256)).toBe(
      digestJson(sha256, ["tusk.mutation.v1", { action: "issue.close", args: { id: "bd-7" } }]),
    );
    expect(mutationDigest(CLOSE, sha256)).not.toBe(digestJson(sha256, { action: "issue.close", args: { id: "bd-7" } }));
    expect(mutationDigestOf(CLOSE, sha256)).toBe(mutationDigest(CLOSE, sha256));
  });

  test("is another for another action or other arguments, and the same for the same keys in another order", () => {
    const digests = [
      CLOSE,
      { ...CLOSE, action: "issue.update" as const },
      { ...CLOSE, args: { id: "bd-8" } },
      { ...CLOSE, args: { id: "bd-7", note: "" } },
      { ...CLOSE, args: null },
    ].map((mutation) => mutationDigest(mutation, sha256));
    expect(new Set(digests).size).toBe(5);
    const [one, other] = [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ].map((args) => mutationDigest({ ...CLOSE, args }, sha256));
    expect(one).toBe(other);
  });

  test("does not exist for arguments that JSON cannot say", () => {
    expect(mutationDigestOf({ ...CLOSE, args: { id: Number.NaN } }, sha256)).toBeUndefined();
    expect(mutationDigestOf({ ...CLOSE, args: "\uD800" }, sha256)).toBeUndefined();
    const broken = (): string => {
      throw new RangeError("no more memory");
    };
    expect(() => mutationDigestOf(CLOSE, broken)).toThrow(RangeError);
  });
});
