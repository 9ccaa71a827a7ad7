import { expect, test } from "vitest";
import { ADVERSARIAL_ROWS } from "../../../conformance/turn-rows/adversarial.ts";
import { alteredFile, closedFile } from "../../../conformance/altered-turn.ts";
import { sha256 } from "#platform";
import { normalizeEvidence } from "../evidence/normalize.ts";
import { allHold } from "./all-hold.ts";
import type { TurnFacts } from "./facts.ts";
import { judgeFull } from "./join-check.ts";

const STAGES = ["wire", "requests", "guard", "join"] as const;

test("every rule holds exactly where a report says that no class tripped (K07)", () => {
  const seen = new Set<boolean>();
  for (const { from, change = () => undefined, forge } of ADVERSARIAL_ROWS) {
    const changed = alteredFile(closedFile(from), change);
    const input = forge === undefined ? changed : alteredFile(changed, forge, { callId: false, policyDigests: false });
    const normalization = normalizeEvidence(input.evidence, sha256);
    if (!normalization.ok) continue;
    const judged = judgeFull({ input, tusk: input.evidence.tusk ?? null, normalization }, sha256, { origin: "live" });
    if (!judged.ok) continue;
    const holds = STAGES.every((stage) => allHold(stage, judged.facts));
    expect(holds).toBe(judged.report.failureClasses.length === 0);
    seen.add(holds);
  }
  expect(seen.has(false)).toBe(true);
});

test("a rule that throws has not held", () => {
  expect(allHold("join", {} as TurnFacts)).toBe(false);
});
