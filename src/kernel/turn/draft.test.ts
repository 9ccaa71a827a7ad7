import { expect, test } from "vitest";
import { sha256 } from "#platform";
import { FULL_TURN, sendThrough } from "../../../conformance/full-turn.ts";
import type { Json } from "../json/value.ts";
import { admitMutation } from "./mutation-ready.ts";

class Disguised {
  readonly path = "/repo";
}
const cycle: Record<string, unknown> = {};
cycle["self"] = cycle;

/** What JSON cannot say, as untyped code would hand it over. */
const NOT_JSON: readonly (readonly [string, Json])[] = [
  ["a class instance", new Disguised() as unknown as Json],
  ["a value that contains itself", cycle as unknown as Json],
];

test.each(NOT_JSON)(
  "%s in a decision, a use or a proof is refused, never thrown, and mints nothing (K02)",
  (_what, value) => {
    const [guard] = FULL_TURN.decisions.guards;
    const refusedAt = (verdict: ReturnType<typeof sendThrough>): string | undefined =>
      verdict.admitted ? undefined : verdict.refusal.violations[0].path;
    const guards = [{ ...guard, threshold: value }] as unknown as typeof FULL_TURN.decisions.guards;
    expect(refusedAt(sendThrough({ ...FULL_TURN, decisions: { ...FULL_TURN.decisions, guards } }))).toBe("decisions");
    const use = { intent: { action: "issue.update", args: value, inputs: [] } };
    expect(refusedAt(sendThrough({ ...FULL_TURN, use }))).toBe("evidence.tusk.use");
    const join = sendThrough(FULL_TURN);
    if (!join.admitted) throw new Error("the golden turn does not close");
    const mutation = { action: "issue.update", args: value } as const;
    const proofs = { mutation, claims: [], activePolicy: {}, resolved: [], witnessRef: "witness://1" };
    const verdict = admitMutation(join.next, proofs, sha256);
    expect(verdict.admitted ? "minted" : verdict.refusal.violations[0].path).toBe("proofs");
  },
);
