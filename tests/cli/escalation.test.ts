import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { retryPolicyDigest } from "../../src/kernel/policy/retry.ts";
import { sha256 } from "#platform";
import { temporaryFolder } from "../support/temporary-folder.ts";
import type { Ended } from "../support/run-process.ts";
import { row } from "./issue-folder.ts";
import { expectRefused, premath } from "./program.ts";
import { published } from "./published.ts";

const folder = temporaryFolder();
const SESSION = { sessionKind: "premath.harness.session.v1", issueId: "bd-2" };

/** A repository with two ready issues, and what else is given by its path. */
function place(files: Readonly<Record<string, unknown>> = {}): string {
  const cwd = mkdtempSync(join(folder, "escalation-"));
  mkdirSync(join(cwd, ".premath"));
  writeFileSync(join(cwd, ".premath/issues.jsonl"), row("bd-1", { notes: "Seen before." }) + row("bd-2"));
  for (const [path, content] of Object.entries(files)) {
    writeFileSync(join(cwd, path), typeof content === "string" ? content : JSON.stringify(content));
  }
  return cwd;
}

function escalation(cwd: string, words: string, env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const { PREMATH_ISSUE_ID: _issue, PREMATH_ACTIVE_ISSUE_ID: _active, ...inherited } = process.env;
  return premath(["escalation", ...words.split(" ")], { cwd, env: { ...inherited, ...env }, timeout: 60_000 });
}

describe("escalation shows what a failure would leave on the active issue, and changes nothing (M10, M11)", () => {
  test("a blocked issue keeps its notes; the witness's classes count behind those given", async () => {
    const cwd = place({ "witness.json": { semanticFailureClasses: ["proposal_invalid_step"] } });
    const before = readFileSync(join(cwd, ".premath/issues.jsonl"), "utf8");
    const env = { PREMATH_ACTIVE_ISSUE_ID: "bd-1" };
    const ended = await escalation(cwd, "--class check_failed --witness witness.json --scope required --json", env);
    expect(ended.code).toBe(0);
    const note = `[harness-escalation]
scope: required
action: mark_blocked
policyId: policy.harness.retry.v1
policyDigest: pol1_85f35a1dd21bbfd1bd8c0b1e999303dba5f905e75ffe7eb8be25d581296ec0c7
ruleId: semantic_no_retry
matchedFailureClass: check_failed
attempt: 1/1
failureClasses: check_failed, proposal_invalid_step
witnessRef: witness.json`;
    expect(published("escalation.output", ended.stdout)).toMatchObject({
      plan: { kind: "mark_blocked", id: "bd-1", notes: `Seen before.\n\n${note}`, note },
      issue: { id: "bd-1", source: "env:PREMATH_ACTIVE_ISSUE_ID" },
    });
    expect(readFileSync(join(cwd, ".premath/issues.jsonl"), "utf8")).toBe(before);
  });

  test("a discovered one is a child of the session's issue", async () => {
    const cwd = place({ ".premath/harness_session.json": SESSION });
    const ended = await escalation(cwd, "--class flaky_io --attempt 3");
    expect(ended.stdout.split("\n").slice(0, 5)).toEqual([
      "premath escalation",
      "  Rule: transient_retry (flaky_io, attempt 3/3)",
      "  Plan: issue_discover",
      "  Issue: bd-2 (session:.premath/harness_session.json)",
      "  Title: [HarnessEscalation] worker.loop retry exhausted (flaky_io)",
    ]);
  });

  test("the session that the variable names, from the repository's root", async () => {
    const cwd = place({ "other.json": SESSION });
    const ended = await escalation(cwd, "--class check_failed --json", { PREMATH_HARNESS_SESSION_PATH: "other.json" });
    expect(published("escalation.output", ended.stdout)["issue"]).toEqual({ id: "bd-2", source: "session:other.json" });
  });

  test("issues that lie elsewhere leave the session where it is: in the repository", async () => {
    const cwd = place({ ".premath/harness_session.json": SESSION, "elsewhere.jsonl": row("bd-2", { title: "There" }) });
    const ended = await escalation(cwd, "--class check_failed --json", { PREMATH_ISSUES_PATH: "elsewhere.jsonl" });
    expect(published("escalation.output", ended.stdout)["issue"]).toEqual({
      id: "bd-2",
      source: "session:.premath/harness_session.json",
    });
  });

  test("a policy's unknown action is refused when it is carried out, whatever it is about", async () => {
    const rule = { maxAttempts: 1, backoffClass: "none", escalationAction: "shout" };
    const body = {
      schema: 1,
      policyKind: "ci.harness.retry.policy.v1",
      policyId: "p",
      defaultRule: rule,
      rules: [{ ruleId: "r", failureClasses: ["a_b"], ...rule }],
    };
    const policyDigest = retryPolicyDigest(sha256, body);
    const cwd = place({ "policy.json": { ...body, policyDigest } });
    const env = { PREMATH_ISSUE_ID: "bd-9" };
    expectRefused(
      await escalation(cwd, "--class a_b --path policy.json", env),
      "escalation_unknown_action: unsupported escalation action: shout",
    );
  });

  test("another attempt, and a stop, ask for no issue", async () => {
    const retry = await escalation(place(), "--class flaky_io --json");
    expect(published("escalation.output", retry.stdout)).toMatchObject({
      plan: { kind: "retry", waitMs: 500 },
      issue: null,
      noteDigest: null,
    });
    const stop = await escalation(place(), "--class unheard_of --json");
    expect(published("escalation.output", stop.stdout)).toMatchObject({ plan: { kind: "stop" }, issue: null });
  });

  test("what is ambiguous, broken or gone fails closed with its class", async () => {
    expectRefused(
      await escalation(place(), "--class check_failed"),
      "escalation_issue_context_ambiguous: ready frontier contains multiple issues: bd-1, bd-2",
    );
    expectRefused(
      await escalation(place({ ".premath/harness_session.json": "{" }), "--class check_failed"),
      "escalation_session_invalid: invalid harness-session JSON at .premath/harness_session.json: EOF while parsing an object at line 1 column 1",
    );
    expectRefused(
      await escalation(place(), "--class check_failed", { PREMATH_ISSUE_ID: "bd-9" }),
      "escalation_issue_not_found: active issue id not present in issues path: bd-9",
    );
    expectRefused(
      await escalation(place(), "--class flaky_io --attempt 3", { PREMATH_ISSUE_ID: "bd-9" }),
      "escalation_issue_command_failed: error: parent issue not found: bd-9",
    );
    expectRefused(
      await escalation(place(), "--class check_failed", {
        PREMATH_ISSUE_ID: "bd-1",
        PREMATH_ISSUES_PATH: "none.jsonl",
      }),
      "escalation_issue_command_failed: error: issues file not found: none.jsonl",
    );
    expectRefused(
      await escalation(place(), "--class check_failed", { PREMATH_ISSUES_PATH: "none.jsonl" }),
      "escalation_issue_command_failed: error: issues file not found: none.jsonl",
    );
  });
});
