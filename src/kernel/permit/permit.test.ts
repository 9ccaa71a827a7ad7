import { sha256 } from "#platform";
import { describe, expect, test } from "vitest";
import { freshPermit, MUTATION_OF, PERMIT_KINDS, someRefusal } from "../../../tests/forgery/minted.ts";
import { InvariantError } from "../gate/verdict.ts";
import type { Json } from "../json/value.ts";
import { type EscalationGrant, mintEscalation } from "./escalation.ts";
import { mintOverride, type OverrideGrant } from "./human-override.ts";
import { type MandateGrant, mintMandate } from "./mandate.ts";
import type { Minting } from "./minting.ts";
import { mayCarry, type MutationAction, mutationDigest, MUTATIONS } from "./mutation.ts";
import { type Permit, spendPermit } from "./permit.ts";
import { spendOnce } from "./spendable.ts";

const BLANK = ["", " ", "\t\n", "\u00A0"];
const ACTIONS = Object.keys(MUTATIONS) as MutationAction[];
const NOT_JSON = "the arguments of the mutation are not JSON";

const MANDATE: MandateGrant = {
  actor: "arj",
  run: "run-1",
  source: { kind: "command", commandLine: "tusk run" },
  mutation: MUTATION_OF.mandate.own,
};
const ESCALATION: EscalationGrant = {
  refusal: someRefusal(),
  refusalWitnessRef: "witness://refused",
  retryPolicyDigest: `pol1_${"4".repeat(64)}`,
  mutation: MUTATION_OF.escalation.own,
};
const OVERRIDE: OverrideGrant = {
  actor: "arj",
  reason: "the test is wrong",
  explicit: true,
  insideAgentRun: false,
  mutation: MUTATION_OF.human_override.own,
};

function permitOf<P>(minting: Minting<P>): P {
  if (!minting.ok) throw new Error(minting.reason);
  return minting.permit;
}

describe("a mandate: claim, renew, release, add, by a named actor in a named run (DESIGN 3)", () => {
  test("names what it was given", () => {
    const { kind, actor, run, source, mutationDigest: digest } = permitOf(mintMandate(MANDATE, sha256));
    expect({ kind, actor, run, source, digest }).toEqual({
      kind: "mandate",
      actor: "arj",
      run: "run-1",
      source: { kind: "command", commandLine: "tusk run" },
      digest: mutationDigest(MANDATE.mutation, sha256),
    });
    expect(Object.isFrozen(source)).toBe(true);
    const instruction = { kind: "instruction", witnessRef: "witness://1" } as const;
    expect(permitOf(mintMandate({ ...MANDATE, source: instruction }, sha256)).source).toEqual(instruction);
  });

  test.each(BLANK)("is not minted for a blank actor, run or source (%o)", (blank) => {
    const command = { kind: "command", commandLine: blank } as const;
    const instruction = { kind: "instruction", witnessRef: blank } as const;
    expect(
      [{ actor: blank }, { run: blank }, { source: command }, { source: instruction }].map((change) =>
        mintMandate({ ...MANDATE, ...change }, sha256),
      ),
    ).toEqual([
      { ok: false, reason: "a mandate names its actor" },
      { ok: false, reason: "a mandate names its run" },
      { ok: false, reason: "a mandate names its command" },
      { ok: false, reason: "a mandate names its instruction" },
    ]);
  });
});

describe("a mandate from a source of a kind that nobody knows", () => {
  test.each(["witness", "toString", "", "__proto__"])("%o is not minted, whatever it names", (kind) => {
    const source = { kind, commandLine: "tusk run", witnessRef: "witness://1" } as unknown as MandateGrant["source"];
    expect(mintMandate({ ...MANDATE, source }, sha256)).toEqual({ ok: false, reason: `a mandate names its ${kind}` });
  });
});

describe("an escalation: after a refusal, never to close (DESIGN 3)", () => {
  test("names what it was given", () => {
    const {
      kind,
      refusalWitnessRef,
      retryPolicyDigest,
      mutationDigest: digest,
    } = permitOf(mintEscalation(ESCALATION, sha256));
    expect({ kind, refusalWitnessRef, retryPolicyDigest, digest }).toEqual({
      kind: "escalation",
      refusalWitnessRef: "witness://refused",
      retryPolicyDigest: ESCALATION.retryPolicyDigest,
      digest: mutationDigest(ESCALATION.mutation, sha256),
    });
  });

  test.each(BLANK)("is not minted without the witness of the refusal (%o)", (refusalWitnessRef) => {
    expect(mintEscalation({ ...ESCALATION, refusalWitnessRef }, sha256)).toEqual({
      ok: false,
      reason: "an escalation names the witness of the refusal",
    });
  });

  test("is not minted after something that no door refused", () => {
    const refusal = {
      violations: ESCALATION.refusal.violations,
      answer: "stop",
    } as unknown as EscalationGrant["refusal"];
    expect(mintEscalation({ ...ESCALATION, refusal }, sha256)).toEqual({
      ok: false,
      reason: "an escalation follows a refusal, and this is none",
    });
  });

  test("is bound to the digest of a retry policy, in either form of digest", () => {
    const hex = "0123456789abcdef".repeat(4);
    for (const retryPolicyDigest of [`sha256:${hex}`, `pol1_${hex}`])
      expect(mintEscalation({ ...ESCALATION, retryPolicyDigest }, sha256).ok).toBe(true);
    const others = [
      "",
      "policy",
      `pol1_${hex}0`,
      `pol1_${hex.slice(1)}`,
      `pol1_${hex.toUpperCase()}`,
      ` pol1_${hex}`,
      `xpol1_${hex}`,
      `sha256:${hex.slice(1)}`,
    ];
    for (const retryPolicyDigest of others)
      expect(mintEscalation({ ...ESCALATION, retryPolicyDigest }, sha256)).toEqual({
        ok: false,
        reason: "an escalation is bound to the digest of the retry policy",
      });
  });
});

describe("a person's override: who and why, and never by accident inside a run (DESIGN 3)", () => {
  test("names what it was given", () => {
    const { kind, actor, reason, mutationDigest: digest } = permitOf(mintOverride(OVERRIDE, sha256));
    expect({ kind, actor, reason, digest }).toEqual({
      kind: "human_override",
      actor: "arj",
      reason: "the test is wrong",
      digest: mutationDigest(OVERRIDE.mutation, sha256),
    });
  });

  test.each(BLANK)("is not minted without a name or a reason (%o)", (blank) => {
    expect(mintOverride({ ...OVERRIDE, actor: blank }, sha256)).toEqual({
      ok: false,
      reason: "an override names its actor",
    });
    expect(mintOverride({ ...OVERRIDE, reason: blank }, sha256)).toEqual({
      ok: false,
      reason: "an override names its reason",
    });
  });

  test.each([
    [false, false, true],
    [false, true, true],
    [true, true, true],
    [true, false, false],
  ])("inside a run: %s, explicit: %s, minted: %s", (insideAgentRun, explicit, ok) => {
    const minting = mintOverride({ ...OVERRIDE, insideAgentRun, explicit }, sha256);
    expect(minting).toMatchObject(ok ? { ok } : { ok, reason: "inside an agent's run an override must be explicit" });
  });

  test("carries every action there is, and no other", () => {
    for (const action of ACTIONS)
      expect(mintOverride({ ...OVERRIDE, mutation: { action, args: {} } }, sha256).ok).toBe(true);
    const action = "issue.burn" as MutationAction;
    expect(mintOverride({ ...OVERRIDE, mutation: { action, args: {} } }, sha256)).toEqual({
      ok: false,
      reason: "issue.burn is no mutation",
    });
  });
});

describe("all kinds of permit (M02)", () => {
  const MINT = {
    mandate: (action: MutationAction, args: Json = {}) =>
      mintMandate({ ...MANDATE, mutation: { action, args } }, sha256),
    escalation: (action: MutationAction, args: Json = {}) =>
      mintEscalation({ ...ESCALATION, mutation: { action, args } }, sha256),
  } as const;

  test.each(ACTIONS)("%s is carried by those that the table names, and by no other", (action) => {
    for (const kind of ["mandate", "escalation"] as const) {
      const minting = MINT[kind](action);
      const article = kind === "mandate" ? "a" : "an";
      if (mayCarry(kind, action)) expect(minting.ok).toBe(true);
      else expect(minting).toEqual({ ok: false, reason: `${article} ${kind} does not carry ${action}` });
    }
  });

  test("there is none for arguments that JSON cannot say", () => {
    const args = { id: Number.NaN };
    expect([
      MINT.mandate("issue.claim", args),
      MINT.escalation("issue.discover", args),
      mintOverride({ ...OVERRIDE, mutation: { action: "issue.close", args } }, sha256),
    ]).toEqual([NOT_JSON, NOT_JSON, NOT_JSON].map((reason) => ({ ok: false, reason })));
  });

  test("each is spent once by its own kind's hand, for its own digest only", () => {
    const spending = [
      [permitOf(mintMandate(MANDATE, sha256)), spendOnce, permitOf(mintMandate(MANDATE, sha256))],
      [permitOf(mintEscalation(ESCALATION, sha256)), spendOnce, permitOf(mintEscalation(ESCALATION, sha256))],
      [permitOf(mintOverride(OVERRIDE, sha256)), spendOnce, permitOf(mintOverride(OVERRIDE, sha256))],
    ] as const;
    for (const [permit, spend, burned] of spending) {
      const hand = spend as (given: object, digest: string) => boolean;
      const digest = permit.mutationDigest;
      expect([hand(permit, digest), hand(permit, digest)]).toEqual([true, false]);
      expect([hand(burned, "sha256:other"), hand(burned, digest)]).toEqual([false, false]);
      expect(hand({ kind: permit.kind, mutationDigest: digest }, digest)).toBe(false);
    }
  });

  test.each(PERMIT_KINDS)("%s: frozen, with its prototype, and its constructor is a bug to call", (kind) => {
    const permit = freshPermit(kind);
    expect(Object.isFrozen(permit) && Object.isFrozen(Object.getPrototypeOf(permit))).toBe(true);
    const Built = permit.constructor as new (...given: readonly unknown[]) => object;
    const message = {
      mutation_ready: "a permit is minted by its door only",
      mandate: "a permit is minted by its door only",
      escalation: "a permit is minted by its door only",
      human_override: "a permit is minted by its door only",
    }[kind];
    expect(() => new Built("digest", { ...MANDATE, ...ESCALATION, ...OVERRIDE }, Symbol(Built.name))).toThrow(
      new InvariantError(message),
    );
  });

  test.each(PERMIT_KINDS)("%s: spendPermit is true once, and for its own mutation only", (kind) => {
    const { own, other } = MUTATION_OF[kind];
    const [permit, burned, unspeakable] = [freshPermit(kind), freshPermit(kind), freshPermit(kind)];
    const spend = (given: Permit, mutation = own): boolean => spendPermit(given, mutation, sha256);
    expect([spend(permit), spend(permit)]).toEqual([true, false]);
    expect([spend(burned, other), spend(burned)]).toEqual([false, false]);
    expect([spend(unspeakable, { ...own, args: Number.NaN }), spend(unspeakable)]).toEqual([false, false]);
  });
});
