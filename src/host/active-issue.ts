import {
  type EscalatedIssue,
  type IssueContext,
  type IssueContextFacts,
  resolveIssueContext,
  SESSION_PATH_VARIABLE,
} from "#kernel";
import type { Arguments, HostPorts, Outcome } from "./action.ts";
import { below, folderOf } from "./path-text.ts";
import { readingIssues } from "./with-issues.ts";

/** The issue that work here is about, and what named it. */
export interface ActiveIssue {
  readonly issue: EscalatedIssue;
  readonly source: string;
}

/** The variable that names another issue file (contract 3.4). */
const ISSUES_VARIABLE = "PREMATH_ISSUES_PATH";

type Issues = Outcome<{ readonly ids: readonly string[]; readonly all: ReadonlyMap<string, EscalatedIssue> }>;

/** Finds the issue that an action is about from environment, session and ready issues (M11); what is ambiguous, broken or gone is told as `<class>: <message>`. */
export async function activeIssue(args: Arguments, ports: HostPorts, action: string): Promise<Outcome<ActiveIssue>> {
  const state = folderOf(ports.issuesPath(undefined));
  const variable = given(ports, ISSUES_VARIABLE);
  const fallback = variable === undefined ? undefined : fromRoot(folderOf(state), variable);
  const path = ports.issuesPath(args.values.get("issues") ?? fallback);
  const named = { ...args, values: new Map(args.values).set("issues", path) };
  const issues: Issues = await readingIssues(named, ports, ({ store }) => {
    const ids = store.ready().items.map(({ id }) => id);
    return { ok: true, data: { ids, all: store.load().issues } };
  });
  const ready: IssueContextFacts["ready"] = issues.ok
    ? { path, kind: "ids", ids: issues.data.ids }
    : { path, kind: "failed", message: issues.message };
  const facts = { environment: ports.environment, session: sessionFact(state, ports), ready };
  const context = resolveIssueContext(facts, ports.utf8);
  if (!context.ok) return { ok: false, message: `${context.failureClass}: ${context.message}` };
  return found(context, issues, action);
}

/** What the action's own command would say of an issue that is not there (contract 3.4). */
function found(
  { issueId, source }: Extract<IssueContext, { ok: true }>,
  issues: Issues,
  action: string,
): Outcome<ActiveIssue> {
  if (!issues.ok) return { ok: false, message: `escalation_issue_command_failed: ${issues.message}` };
  const issue = issues.data.all.get(issueId);
  if (issue !== undefined) return { ok: true, data: { issue, source } };
  switch (action) {
    case "issue_discover":
      return { ok: false, message: `escalation_issue_command_failed: error: parent issue not found: ${issueId}` };
    case "mark_blocked": {
      const message = `active issue id not present in issues path: ${issueId}`;
      return { ok: false, message: `escalation_issue_not_found: ${message}` };
    }
    // An action that nobody knows is refused whatever it is about.
    default:
      return { ok: true, data: { issue: { id: issueId, notes: "" }, source } };
  }
}

/** The session file that is meant: the variable's, from the repository's root, else the repository's own, wherever its issues are. */
function sessionFact(state: string, ports: HostPorts): IssueContextFacts["session"] {
  const named = given(ports, SESSION_PATH_VARIABLE);
  const path = named === undefined ? below(state, "harness_session.json") : fromRoot(folderOf(state), named);
  if (ports.kindOf(path) === "missing") return { path, kind: "missing" };
  const input = ports.readInput(path);
  if (!input.ok) return { path, kind: "unreadable", reason: input.reason };
  const text = ports.utf8.decode(input.bytes, 0, input.bytes.length);
  return text === undefined ? { path, kind: "unreadable", reason: "it is not UTF-8" } : { path, kind: "text", text };
}

function fromRoot(root: string, path: string): string {
  return path.startsWith("/") ? path : below(root, path);
}

function given(ports: HostPorts, name: string): string | undefined {
  const value = (ports.environment(name) ?? "").trim();
  return value === "" ? undefined : value;
}
