import { present } from "../evidence/text.ts";
import { problemText } from "../json/problem.ts";
import { readJsonText } from "../json/read.ts";
import type { Utf8 } from "../json/utf8.ts";
import { isJsonObject } from "../json/value.ts";

/** The variables that name the active issue, in the order they are asked (M11). */
export const ACTIVE_ISSUE_VARIABLES: readonly ["PREMATH_ACTIVE_ISSUE_ID", "PREMATH_ISSUE_ID"] = [
  "PREMATH_ACTIVE_ISSUE_ID",
  "PREMATH_ISSUE_ID",
];

/** The variable that names another session file than the default one (M11). */
export const SESSION_PATH_VARIABLE = "PREMATH_HARNESS_SESSION_PATH";

/** What became of reading the session file. */
export type SessionFile =
  | { readonly kind: "missing" }
  | { readonly kind: "unreadable"; readonly reason: string }
  | { readonly kind: "text"; readonly text: string };

/** What became of asking for ready issues; `failed` holds the last line the command printed. */
export type ReadyList =
  | { readonly kind: "ids"; readonly ids: readonly string[] }
  | { readonly kind: "failed"; readonly message: string };

/** Everything the active issue can be told from. */
export interface IssueContextFacts {
  readonly environment: (name: string) => string | undefined;
  readonly session: SessionFile & { readonly path: string };
  readonly ready: ReadyList & { readonly path: string };
}

/** Why nobody can say which issue is meant (contract 3.4). */
export type IssueContextFailure =
  | "escalation_issue_context_ambiguous"
  | "escalation_issue_context_unbound"
  | "escalation_session_invalid"
  | "escalation_session_read_failed"
  | "escalation_issue_command_failed";

/** The active issue and what named it (`env:…`, `session:…`, `ready:…`), or one sentence why there is none. */
export type IssueContext =
  | { readonly ok: true; readonly issueId: string; readonly source: string }
  | { readonly ok: false; readonly failureClass: IssueContextFailure; readonly message: string };

const SESSION_KIND = "premath.harness.session.v1";

/** Environment, then session, then the only ready issue (M11). What is ambiguous or broken on the way ends it: nothing is guessed. */
export function resolveIssueContext(facts: IssueContextFacts, utf8: Utf8): IssueContext {
  return (
    fromEnvironment(facts) ??
    fromSession(facts, utf8) ??
    fromReady(facts) ??
    refused("escalation_issue_context_unbound", unboundText(facts))
  );
}

function fromEnvironment({ environment }: IssueContextFacts): IssueContext | undefined {
  const named = ACTIVE_ISSUE_VARIABLES.flatMap((name) => {
    const issueId = present(environment(name));
    return issueId === undefined ? [] : [{ name, issueId }];
  });
  const [first] = named;
  if (first === undefined) return undefined;
  if (named.every(({ issueId }) => issueId === first.issueId)) {
    return { ok: true, issueId: first.issueId, source: `env:${first.name}` };
  }
  const given = named.map(({ name, issueId }) => `${name}=${issueId}`).join(", ");
  return refused("escalation_issue_context_ambiguous", `conflicting active issue env values: ${given}`);
}

function fromSession({ session }: IssueContextFacts, utf8: Utf8): IssueContext | undefined {
  if (session.kind === "missing") return undefined;
  if (session.kind === "unreadable") {
    const message = `failed reading harness-session artifact ${session.path}: ${session.reason}`;
    return refused("escalation_session_read_failed", message);
  }
  const reading = readJsonText(session.text, utf8);
  if (!reading.ok) {
    return invalidSession(`invalid harness-session JSON at ${session.path}: ${problemText(reading.problem)}`);
  }
  const { value } = reading;
  if (!isJsonObject(value)) return invalidSession(`harness-session payload at ${session.path} must be an object`);
  const { sessionKind, issueId } = value;
  if (sessionKind !== SESSION_KIND) {
    return invalidSession(`invalid harness-session kind at ${session.path} (expected ${SESSION_KIND})`);
  }
  const named = typeof issueId === "string" ? present(issueId) : undefined;
  return named === undefined ? undefined : { ok: true, issueId: named, source: `session:${session.path}` };
}

function fromReady({ ready }: IssueContextFacts): IssueContext | undefined {
  if (ready.kind === "failed") return refused("escalation_issue_command_failed", ready.message);
  const [first, ...others] = ready.ids;
  if (first === undefined) return undefined;
  if (others.length === 0) return { ok: true, issueId: first, source: `ready:${ready.path}` };
  const message = `ready frontier contains multiple issues: ${ready.ids.join(", ")}`;
  return refused("escalation_issue_context_ambiguous", message);
}

function unboundText({ ready }: IssueContextFacts): string {
  return (
    `active issue context missing across env/session/ready fallback; set one of: ${ACTIVE_ISSUE_VARIABLES.join(", ")}, ` +
    `or provide harness session at ${SESSION_PATH_VARIABLE}, or ensure exactly one ready issue in ${ready.path}`
  );
}

function invalidSession(message: string): IssueContext {
  return refused("escalation_session_invalid", message);
}

function refused(failureClass: IssueContextFailure, message: string): IssueContext {
  return { ok: false, failureClass, message };
}
