import { expect, test } from "vitest";
import type { FeatureCheckData, FeatureNextData, FeatureReadData, SessionBootstrapData, SessionReadData } from "#host";
import { printedLines } from "../../../../tests/support/rich-paper.ts";
import { featureCheck, featureNext, featureRead, featureWrite } from "./harness-feature.ts";
import { sessionBootstrap, sessionRead, sessionWrite } from "./harness-session.ts";

const SESSION: SessionReadData["session"] = {
  schema: 1,
  sessionKind: "premath.harness.session.v1",
  sessionId: "hs1_x",
  state: "stopped",
  issueId: "bd-1",
  summary: "parser \u001B[31mred",
  nextStep: "write the test",
  witnessRefs: ["w1", "w2"],
  startedAt: "2026-03-01T11:00:00Z",
  updatedAt: "whenever",
  issuesPath: ".premath/issues.jsonl",
};

const LEDGER: FeatureReadData["ledger"] = {
  schema: 1,
  ledgerKind: "premath.harness.feature_ledger.v1",
  sessionRef: "s.json",
  updatedAt: "2026-03-01T11:00:00Z",
  features: [
    { featureId: "a", status: "completed", verificationRefs: ["v"], updatedAt: "t" },
    { featureId: "b", status: "weird", issueId: "bd-1", summary: "a long text".repeat(9), updatedAt: "t" },
  ],
};

test("a session shows all it says, commands no terminal, and says a moment that is none as it was written", () => {
  const data = { action: "harness-session.read", path: "p.json", session: SESSION } as const;
  expect(printedLines(sessionRead, data)).toEqual([
    "hs1_x (stopped)",
    "  issue     bd-1",
    "  summary   parser \\u{1b}[31mred",
    "  next      write the test",
    "  witness   w1",
    "  witness   w2",
    "  started   60 min ago",
    "  updated   whenever",
    "  issues    .premath/issues.jsonl (not readable then)",
    "  file      p.json",
    "hint: harness-session bootstrap shows what a fresh context begins with",
  ]);
});

test("a session that was written says what comes next; a narrow screen cuts it", () => {
  const data = { action: "harness-session.write", path: "p.json", session: SESSION } as const;
  expect(printedLines(sessionWrite, data, { columns: 24 })[2]).toBe("  next      write the t…");
});

test("a bootstrap says whether to resume or to attach, and the feature", () => {
  const data: SessionBootstrapData = {
    action: "harness-session.bootstrap",
    bootstrapKind: "premath.harness.bootstrap.v1",
    mode: "attach",
    sessionRef: "p.json",
    sessionId: "hs1_x",
    resumeIssueId: null,
    nextStep: "go",
    summary: null,
    instructionRefs: [],
    witnessRefs: [],
    lineageRefs: [],
    issuesPath: null,
    issuesSnapshotRef: null,
    featureLedgerRef: "f.json",
    nextFeatureId: "b",
    featureClosureComplete: false,
    featureCount: 2,
    startedAt: "2026-03-01T11:00:00Z",
    updatedAt: "2026-03-01T11:58:00Z",
    stoppedAt: null,
  };
  expect(printedLines(sessionBootstrap, data)).toEqual([
    "attach hs1_x",
    "  state     active: somebody may be at work in it",
    "  next      go",
    "  feature   b (of 2)",
    "  updated   2 min ago",
    "  file      p.json",
  ]);
  const closed = { ...data, mode: "resume", featureClosureComplete: true, nextFeatureId: null } as const;
  expect(printedLines(sessionBootstrap, closed).slice(0, 3)).toEqual([
    "resume hs1_x",
    "  next      go",
    "  feature   all completed (of 2)",
  ]);
});

test("features stand in columns that fit", () => {
  const data = { action: "harness-feature.read", path: "f.json", ledger: LEDGER } as const;
  expect(printedLines(featureRead, data, { columns: 60 })).toEqual(
    [
      "FEATURE  STATUS     ISSUE  PROOFS  SUMMARY",
      "a        completed         1       ",
      `b        weird      bd-1           ${"a long text".repeat(9).slice(0, 24)}…`,
      "of the session s.json",
      "hint: harness-feature check says whether they hold",
    ].map((line) => line.trimEnd()),
  );
  expect(printedLines(featureRead, data, { rows: 6 })[2]).toBe("… and 1 more (--json shows them)");
  const empty = { ...data, ledger: { ...LEDGER, features: [] } };
  expect(printedLines(featureRead, empty)[0]).toBe("There are no features in f.json.");
});

test("a feature that was written says how far all are", () => {
  const data = { action: "harness-feature.write", path: "f.json", featureId: "a", ledger: LEDGER } as const;
  expect(printedLines(featureWrite, data).slice(0, 2)).toEqual([
    "wrote a (completed)",
    "  1 of 2 completed, in f.json",
  ]);
});

test("a check names what is wrong before its verdict", () => {
  const data: FeatureCheckData = {
    action: "harness-feature.check",
    checkKind: "premath.harness.feature_ledger.check.v1",
    path: "f.json",
    requireClosure: false,
    result: "rejected",
    errors: [
      { class: "c.one", featureId: "a", message: "m" },
      { class: "c.two", message: "n" },
    ],
    failureClasses: ["c.one", "c.two"],
    nextFeatureId: null,
    summary: {
      featureCount: 2,
      pendingCount: 0,
      inProgressCount: 1,
      blockedCount: 0,
      completedCount: 1,
      closureComplete: false,
    },
  };
  expect(printedLines(featureCheck, data)).toEqual([
    "c.one a: m",
    "c.two: n",
    "rejected: 1 of 2 completed, 1 in progress, 0 pending, 0 blocked (f.json)",
    "hint: harness-feature write mends a row",
  ]);
});

test("what is next is said in a sentence, also when there is nothing", () => {
  const data: FeatureNextData = {
    action: "harness-feature.next",
    path: "f.json",
    exists: true,
    nextFeatureId: "b",
    closureComplete: false,
    featureCount: 2,
  };
  const said = (more: Partial<FeatureNextData>): string | undefined =>
    printedLines(featureNext, { ...data, ...more })[0];
  expect([
    said({}),
    said({ nextFeatureId: null, closureComplete: true }),
    said({ nextFeatureId: null }),
    said({ exists: false }),
  ]).toEqual([
    "next b (of 2)",
    "All 2 features are completed.",
    "Every open feature is blocked.",
    "There is no feature ledger at f.json.",
  ]);
});
