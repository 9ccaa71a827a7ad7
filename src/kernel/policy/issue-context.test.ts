import { describe, expect, test } from "vitest";
import { utf8 } from "#platform";
import { type IssueContext, type IssueContextFacts, resolveIssueContext, type SessionFile } from "./issue-context.ts";

const SESSION = '{"sessionKind":"premath.harness.session.v1","issueId":" bd-2 ","state":"stopped"}';

interface Given {
  readonly variables?: Readonly<Record<string, string>>;
  readonly session?: string;
  readonly unreadable?: string;
  readonly ready?: readonly string[];
  readonly readyFailed?: string;
}

function resolve({ variables = {}, session, unreadable, ready = [], readyFailed }: Given): IssueContext {
  const facts: IssueContextFacts = {
    environment: (name) => variables[name],
    session: { path: "s.json", ...sessionFile(session, unreadable) },
    ready: {
      path: "i.jsonl",
      ...(readyFailed === undefined ? { kind: "ids", ids: ready } : { kind: "failed", message: readyFailed }),
    },
  };
  return resolveIssueContext(facts, utf8);
}

function sessionFile(text: string | undefined, reason: string | undefined): SessionFile {
  if (reason !== undefined) return { kind: "unreadable", reason };
  return text === undefined ? { kind: "missing" } : { kind: "text", text };
}

describe("the active issue: environment, session, the only ready one (M11, contract 3.4)", () => {
  test("a variable comes first, whatever else there is", () => {
    const others = { session: "broken", ready: ["bd-8", "bd-9"] };
    expect(resolve({ ...others, variables: { PREMATH_ACTIVE_ISSUE_ID: " bd-1 " } })).toEqual({
      ok: true,
      issueId: "bd-1",
      source: "env:PREMATH_ACTIVE_ISSUE_ID",
    });
    expect(resolve({ ...others, variables: { PREMATH_ACTIVE_ISSUE_ID: " ", PREMATH_ISSUE_ID: "bd-3" } })).toEqual({
      ok: true,
      issueId: "bd-3",
      source: "env:PREMATH_ISSUE_ID",
    });
    const both = { PREMATH_ACTIVE_ISSUE_ID: "bd-1", PREMATH_ISSUE_ID: " bd-1" };
    expect(resolve({ variables: both })).toMatchObject({ ok: true, source: "env:PREMATH_ACTIVE_ISSUE_ID" });
  });

  test("then the session, in whatever state; then the only ready issue", () => {
    expect(resolve({ session: SESSION, ready: ["bd-8"] })).toEqual({
      ok: true,
      issueId: "bd-2",
      source: "session:s.json",
    });
    const ready = { ok: true, issueId: "bd-8", source: "ready:i.jsonl" };
    expect(resolve({ ready: ["bd-8"] })).toEqual(ready);
    const withoutIssue = '{"sessionKind":"premath.harness.session.v1","issueId":""}';
    expect(resolve({ session: withoutIssue, ready: ["bd-8"] })).toEqual(ready);
  });
});

describe("what is ambiguous or broken fails closed (M11)", () => {
  const conflict = { PREMATH_ACTIVE_ISSUE_ID: "bd-1", PREMATH_ISSUE_ID: "bd-2" };
  test.each<[string, Given, string]>([
    [
      "escalation_issue_context_ambiguous",
      { variables: conflict },
      "conflicting active issue env values: PREMATH_ACTIVE_ISSUE_ID=bd-1, PREMATH_ISSUE_ID=bd-2",
    ],
    [
      "escalation_session_read_failed",
      { unreadable: "Is a directory (os error 21)", ready: ["bd-8"] },
      "failed reading harness-session artifact s.json: Is a directory (os error 21)",
    ],
    [
      "escalation_session_invalid",
      { session: "{", ready: ["bd-8"] },
      "invalid harness-session JSON at s.json: EOF while parsing an object at line 1 column 1",
    ],
    ["escalation_session_invalid", { session: "[]" }, "harness-session payload at s.json must be an object"],
    [
      "escalation_session_invalid",
      { session: '{"sessionKind":"other","issueId":"bd-2"}', ready: ["bd-8"] },
      "invalid harness-session kind at s.json (expected premath.harness.session.v1)",
    ],
    ["escalation_issue_command_failed", { readyFailed: "error: no file" }, "error: no file"],
    [
      "escalation_issue_context_ambiguous",
      { ready: ["bd-8", "bd-9"] },
      "ready frontier contains multiple issues: bd-8, bd-9",
    ],
    [
      "escalation_issue_context_unbound",
      {},
      "active issue context missing across env/session/ready fallback; set one of: PREMATH_ACTIVE_ISSUE_ID, " +
        "PREMATH_ISSUE_ID, or provide harness session at PREMATH_HARNESS_SESSION_PATH, or ensure exactly one ready issue in i.jsonl",
    ],
  ])("%s, case %#", (failureClass, given, message) => {
    expect(resolve(given)).toEqual({ ok: false, failureClass, message });
  });
});
