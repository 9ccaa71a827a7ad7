import { expect, test } from "vitest";
import { bootstrapOf } from "./bootstrap.ts";
import type { HarnessSession } from "./harness-session.ts";

const SESSION: HarnessSession = {
  schema: 1,
  sessionKind: "premath.harness.session.v1",
  sessionId: "x",
  state: "active",
  startedAt: "a",
  updatedAt: "b",
};
const REFS = { sessionRef: "s.json", featureLedgerRef: "f.json" };

test("what is absent is null, lists are empty, and without a ledger its three members are null (M03, contract 2.3)", () => {
  expect(bootstrapOf(SESSION, { ...REFS, next: undefined })).toStrictEqual({
    bootstrapKind: "premath.harness.bootstrap.v1",
    mode: "attach",
    sessionRef: "s.json",
    sessionId: "x",
    resumeIssueId: null,
    nextStep: null,
    summary: null,
    instructionRefs: [],
    witnessRefs: [],
    lineageRefs: [],
    issuesPath: null,
    issuesSnapshotRef: null,
    featureLedgerRef: "f.json",
    nextFeatureId: null,
    featureClosureComplete: null,
    featureCount: null,
    startedAt: "a",
    updatedAt: "b",
    stoppedAt: null,
  });
});

test("a stopped session is resumed with all it says (M03)", () => {
  const session: HarnessSession = {
    ...SESSION,
    state: "stopped",
    issueId: "bd-1",
    summary: "s",
    nextStep: "n",
    instructionRefs: ["i"],
    witnessRefs: ["w"],
    lineageRefs: ["l"],
    stoppedAt: "c",
    issuesPath: "p",
    issuesSnapshotRef: "r",
  };
  const next = { nextFeatureId: "f", closureComplete: false, featureCount: 3 };
  expect(bootstrapOf(session, { ...REFS, next })).toMatchObject({
    mode: "resume",
    resumeIssueId: "bd-1",
    summary: "s",
    nextStep: "n",
    instructionRefs: ["i"],
    witnessRefs: ["w"],
    lineageRefs: ["l"],
    stoppedAt: "c",
    issuesPath: "p",
    issuesSnapshotRef: "r",
    nextFeatureId: "f",
    featureClosureComplete: false,
    featureCount: 3,
  });
});
