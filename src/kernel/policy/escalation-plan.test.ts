import { describe, expect, test } from "vitest";
import { sha256 } from "#platform";
import { escalationNote, escalationNoteDigest } from "./escalation-note.ts";
import { escalationPlan, mergedNotes } from "./escalation-plan.ts";
import { builtInRetryPolicy } from "./load-retry-policy.ts";
import { decideRetry } from "./retry.ts";

const POLICY = builtInRetryPolicy(sha256);
const ISSUE = { id: "bd-1", notes: "" };

function subject(...failureClasses: readonly string[]): Parameters<typeof escalationNote>[0] {
  const decision = decideRetry(POLICY, { failureClasses, attempt: 3 });
  return { scope: "required", decision, policy: POLICY, witnessRef: "artifacts/ciwitness/x.json" };
}

const NOTE = `[harness-escalation]
scope: required
action: issue_discover
policyId: policy.harness.retry.v1
policyDigest: pol1_85f35a1dd21bbfd1bd8c0b1e999303dba5f905e75ffe7eb8be25d581296ec0c7
ruleId: transient_retry
matchedFailureClass: flaky_io
attempt: 3/3
failureClasses: flaky_io, unheard_of
witnessRef: artifacts/ciwitness/x.json`;

describe("the note of an escalation (contract 3.4)", () => {
  test("has ten lines, and a digest over scope and note", () => {
    expect(escalationNote(subject("unheard_of", "flaky_io"))).toBe(NOTE);
    expect(escalationNoteDigest(sha256, { scope: "required", note: "x" })).toBe(
      "note1_9f7e82da7b70617e2926be28273183381b801b2aa7babdf74aee5d09a3bfcf9c",
    );
  });

  test("says so when there is no class", () => {
    expect(escalationNote(subject())).toContain("\nfailureClasses: (none)\n");
  });

  test("keeps its ten lines whatever a process calls its failure", () => {
    const lines = escalationNote(subject("a\nwitnessRef: forged\u2028b\u001B[2J")).split(/[\n\u2028]/);
    expect(lines).toHaveLength(10);
    expect(lines[6]).toBe(String.raw`matchedFailureClass: a\nwitnessRef: forged\u{2028}b\u{1b}[2J`);
  });
});

describe("a decision becomes a plan, and none of them closes an issue (M10)", () => {
  test("discover: a child issue with the note", () => {
    expect(escalationPlan(subject("unheard_of", "flaky_io"), ISSUE)).toEqual({
      kind: "issue_discover",
      parent: "bd-1",
      title: "[HarnessEscalation] required retry exhausted (flaky_io)",
      description: NOTE,
      note: NOTE,
    });
  });

  test("mark blocked: the note after the old ones, once", () => {
    const note = escalationNote(subject("check_failed"));
    const first = escalationPlan(subject("check_failed"), { id: "bd-1", notes: "seen before \n" });
    expect(first).toEqual({ kind: "mark_blocked", id: "bd-1", notes: `seen before\n\n${note}`, note });
    const again = escalationPlan(subject("check_failed"), { id: "bd-1", notes: `seen before\n\n${note}` });
    expect(again).toEqual(first);
    expect(mergedNotes(" ", note)).toBe(note);
  });

  test("stop: nothing", () => {
    expect(escalationPlan(subject("unheard_of"), ISSUE)).toEqual({ kind: "stop" });
  });

  test("an action nobody knows is refused", () => {
    const { decision, ...rest } = subject("flaky_io");
    const unknown = { ...rest, decision: { ...decision, escalationAction: "close" } };
    expect(escalationPlan(unknown, ISSUE)).toEqual({
      kind: "refused",
      failureClass: "escalation_unknown_action",
      message: "unsupported escalation action: close",
    });
  });
});
