import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { utf8 } from "#platform";
import { at } from "../../../tests/support/sample-issue.ts";
import { FEATURE_STATUSES, type FeatureLedger, readFeatureLedger, writeFeatureLedger } from "./feature-ledger.ts";
import { type FeatureChange, updateFeature } from "./update-feature.ts";

const NOW = at("2026-11-15T19:37:04.5Z");
const LATER = "2026-11-15T19:37:04Z";

function must(old: FeatureLedger | undefined, change: FeatureChange): FeatureLedger {
  const update = updateFeature(old, change, NOW);
  if (!update.ok) throw new Error(update.reason);
  return update.ledger;
}

const OLD: FeatureLedger = {
  schema: 1,
  ledgerKind: "premath.harness.feature_ledger.v1",
  sessionRef: "s",
  updatedAt: "before",
  features: [
    { featureId: "m", status: "odd", issueId: "bd-1", summary: "s", instructionRefs: ["i", "i"], updatedAt: "then" },
    { featureId: " a", status: "pending", updatedAt: "then" },
  ],
};

describe("one row of a ledger is written (M05, contract 2.4)", () => {
  test("a new ledger has it alone", () => {
    const change: FeatureChange = {
      featureId: " x ",
      status: "completed",
      issueId: " bd-1 ",
      summary: " ",
      sessionRef: " r ",
      verificationRefs: ["v", " u ", "v"],
    };
    expect(updateFeature(undefined, change, NOW)).toStrictEqual({
      ok: true,
      featureId: "x",
      ledger: {
        schema: 1,
        ledgerKind: "premath.harness.feature_ledger.v1",
        sessionRef: "r",
        updatedAt: LATER,
        features: [
          { featureId: "x", status: "completed", issueId: "bd-1", verificationRefs: ["u", "v"], updatedAt: LATER },
        ],
      },
    });
  });

  test("a row keeps what is not said; blank members go, blank refs do not clear", () => {
    expect(must(OLD, { featureId: "m", status: "blocked", instructionRefs: [" "] }).features.at(-1)).toStrictEqual({
      featureId: "m",
      status: "blocked",
      issueId: "bd-1",
      summary: "s",
      instructionRefs: ["i", "i"],
      updatedAt: LATER,
    });
    const bare = must(OLD, {
      featureId: "m",
      status: "pending",
      issueId: "",
      summary: "",
      instructionRefs: ["z", "b"],
    });
    expect(bare.features.at(-1)).toStrictEqual({
      featureId: "m",
      status: "pending",
      instructionRefs: ["b", "z"],
      updatedAt: LATER,
    });
  });

  test("ids are compared as they stand, rows are sorted by code point, others stay as they are", () => {
    const after = must(must(OLD, { featureId: "\u{1F600}", status: "pending" }), { featureId: "a", status: "pending" });
    const more = must(after, { featureId: "\uE000", status: "pending", sessionRef: "" });
    expect(more.features.map(({ featureId }) => featureId)).toStrictEqual([" a", "a", "m", "\uE000", "\u{1F600}"]);
    expect(more.features[0]).toStrictEqual(OLD.features[1]);
    expect([after.sessionRef, more.sessionRef]).toStrictEqual(["s", undefined]);
  });

  test("a blank id is refused", () => {
    expect(updateFeature(OLD, { featureId: "\u3000", status: "pending" }, NOW)).toStrictEqual({
      ok: false,
      reason: "feature-id must be non-empty",
    });
  });
});

test("for any writes: one row an id, in order, none lost, the last status counts, and all of it can be read again (M05)", () => {
  const text = fc.oneof(fc.string({ unit: "grapheme", maxLength: 3 }), fc.constantFrom("", " ", "a", "b "));
  const refs = fc.array(text, { maxLength: 3 });
  const change = fc.record<FeatureChange>(
    {
      featureId: fc.oneof(
        fc.constantFrom("a", "b", " c "),
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 3 }),
      ),
      status: fc.constantFrom(...FEATURE_STATUSES),
      issueId: text,
      summary: text,
      sessionRef: text,
      instructionRefs: refs,
      verificationRefs: refs,
    },
    { requiredKeys: ["featureId", "status"] },
  ) as fc.Arbitrary<FeatureChange>;
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), (changes) => {
      let ledger: FeatureLedger | undefined;
      const last = new Map<string, string>();
      for (const each of changes) {
        const update = updateFeature(ledger, each, NOW);
        if (!update.ok) continue;
        ledger = update.ledger;
        last.set(update.featureId, each.status);
      }
      if (ledger === undefined) return;
      const ids = ledger.features.map(({ featureId }) => featureId);
      const order = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));
      expect(ids).toStrictEqual([...last.keys()].toSorted(order));
      expect(new Map(ledger.features.map(({ featureId, status }) => [featureId, status]))).toStrictEqual(last);
      const read = readFeatureLedger(utf8.encode(writeFeatureLedger(ledger)), utf8, "f");
      expect(read).toStrictEqual({ ok: true, ledger });
    }),
  );
});
