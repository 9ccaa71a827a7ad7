import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkLedger, type LedgerFinding } from "./check-ledger.ts";
import type { FeatureLedger, FeatureRow } from "./feature-ledger.ts";
import { nextFeature } from "./next-feature.ts";

function ledger(features: readonly FeatureRow[], updatedAt = "t"): FeatureLedger {
  return { schema: 1, ledgerKind: "premath.harness.feature_ledger.v1", updatedAt, features };
}
function row(featureId: string, status: string, more: Partial<FeatureRow> = {}): FeatureRow {
  return { featureId, status, updatedAt: "u", ...more };
}
const found = (name: string, message: string, featureId?: string): LedgerFinding => ({
  class: `harness_feature_ledger.${name}`,
  ...(featureId === undefined ? {} : { featureId }),
  message,
});

describe("what a check finds, in the order of the contract (K14, M05, contract 2.4)", () => {
  test.each<[string, FeatureLedger, readonly LedgerFinding[]]>([
    ["a ledger that holds", ledger([row("a", "pending")]), []],
    [
      "nothing in it",
      ledger([], " "),
      [
        found("updated_at.empty", "ledger.updatedAt must be non-empty"),
        found("empty", "ledger.features must contain at least one row"),
      ],
    ],
    [
      "a row without an id is not looked at further",
      ledger([row("\u0085", "weird", { updatedAt: "", instructionRefs: [""] })]),
      [found("feature_id.empty", "featureId must be non-empty")],
    ],
    [
      "everything about one row",
      ledger([row("a", "pending"), row(" a", "completed", { updatedAt: " ", instructionRefs: ["", " "] })]),
      [
        found("feature_id.duplicate", "featureId must be unique", "a"),
        found("feature.updated_at.empty", "feature.updatedAt must be non-empty", "a"),
        found("completed_missing_verification_ref", "completed feature requires at least one verificationRef", "a"),
        found("instruction_ref.empty", "instructionRef entries must be non-empty", "a"),
      ],
    ],
    [
      "a status that is none, and a blank ref of a completed one",
      ledger([row("a", "Pending"), row("b", "completed", { verificationRefs: [" ", ""] })]),
      [
        found(
          "status.invalid",
          "feature status `Pending` is invalid (expected pending|in_progress|blocked|completed)",
          "a",
        ),
        found("verification_ref.empty", "verificationRef entries must be non-empty", "b"),
      ],
    ],
    [
      "two in progress, told once and last",
      ledger([row("b", "in_progress"), row("a", "in_progress"), row("c", "in_progress", { updatedAt: "" })]),
      [
        found("feature.updated_at.empty", "feature.updatedAt must be non-empty", "c"),
        found("in_progress.non_contractible", "at most one feature may be in_progress"),
      ],
    ],
  ])("%s", (_, given, errors) => {
    const check = checkLedger(given);
    expect(check.errors).toStrictEqual(errors);
    expect(check.result).toBe(errors.length === 0 ? "accepted" : "rejected");
  });

  test("classes are told once each, in byte order", () => {
    const { failureClasses } = checkLedger(ledger([row("", "x"), row("a", "x"), row("", "x")], ""));
    expect(failureClasses).toStrictEqual([
      "harness_feature_ledger.feature_id.empty",
      "harness_feature_ledger.status.invalid",
      "harness_feature_ledger.updated_at.empty",
    ]);
  });

  test("closure is asked for only when it is, and nothing wrong is closed", () => {
    const closed = ledger([row("a", "completed", { verificationRefs: ["v"] })]);
    const open = ledger([...closed.features, row("b", "blocked")]);
    expect(checkLedger(closed, { requireClosure: true })).toStrictEqual({
      result: "accepted",
      errors: [],
      failureClasses: [],
      nextFeatureId: null,
      summary: {
        featureCount: 1,
        pendingCount: 0,
        inProgressCount: 0,
        blockedCount: 0,
        completedCount: 1,
        closureComplete: true,
      },
    });
    expect(checkLedger(open).result).toBe("accepted");
    expect(checkLedger(open, { requireClosure: true }).errors).toStrictEqual([
      found("closure_incomplete", "require-closure set but ledger is not closed"),
    ]);
    const wrong = checkLedger(ledger([row("a", "completed")]), { requireClosure: true });
    expect([wrong.summary.closureComplete, wrong.failureClasses.length]).toStrictEqual([false, 2]);
  });
});

describe("what is next (M05, contract 2.4)", () => {
  test.each<[string, readonly FeatureRow[], string | null]>([
    ["the smallest pending, by code point", [row("\u{1F600}", "pending"), row("\uE000", "pending")], "\uE000"],
    ["the one in progress before any pending", [row("a", "pending"), row("b", "in_progress")], "b"],
    ["never a blocked one", [row("a", "blocked")], null],
    ["ids are trimmed", [row(" z ", "pending"), row("y", "blocked")], "z"],
  ])("%s", (_, features, nextFeatureId) => {
    expect(nextFeature(ledger(features))).toStrictEqual({
      ok: true,
      next: { nextFeatureId, closureComplete: false, featureCount: features.length },
    });
  });

  test("a ledger that does not hold has none, and says why", () => {
    expect(nextFeature(ledger([row("b", "completed"), row("", "pending")]))).toStrictEqual({
      ok: false,
      reason:
        "ledger rejected: harness_feature_ledger.completed_missing_verification_ref, harness_feature_ledger.feature_id.empty",
    });
  });

  test("for any ledger: what is next can be worked on, and every row is counted at most once", () => {
    const text = fc.constantFrom("", " ", "a", "b", " a", "c");
    const feature = fc.record({
      featureId: text,
      status: fc.constantFrom("pending", "in_progress", "blocked", "completed", "odd"),
      verificationRefs: fc.array(text, { maxLength: 2 }),
      updatedAt: text,
    });
    fc.assert(
      fc.property(fc.array(feature, { maxLength: 6 }), (features) => {
        const { nextFeatureId, summary, result, errors } = checkLedger(ledger(features));
        const { pendingCount, inProgressCount, blockedCount, completedCount, featureCount } = summary;
        expect(pendingCount + inProgressCount + blockedCount + completedCount).toBeLessThanOrEqual(featureCount);
        expect(result === "accepted").toBe(errors.length === 0);
        expect(nextFeatureId === null).toBe(pendingCount + inProgressCount === 0);
        const chosen = features
          .filter(({ featureId }) => featureId.trim() === nextFeatureId)
          .map(({ status }) => status);
        if (nextFeatureId !== null) expect(chosen).toContain(inProgressCount > 0 ? "in_progress" : "pending");
      }),
    );
  });
});
