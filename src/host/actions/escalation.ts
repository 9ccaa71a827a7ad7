import {
  backoffMs,
  classifyFailure,
  decideRetry,
  escalationNoteDigest,
  type EscalationPlan,
  escalationPlan,
  type EscalationSubject,
  type RetryDecision,
  witnessFailureClasses,
} from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { activeIssue } from "../active-issue.ts";
import { wholeNumber } from "../given.ts";
import { retryPolicyOf } from "../retry-policy-in-force.ts";

/** What follows a failure here: another attempt, or what would be left on the active issue. Nothing is changed. */
export interface EscalationData extends Planned {
  readonly action: "escalation";
  readonly scope: string;
  readonly policyDigest: string;
  readonly decision: RetryDecision;
}

interface Planned {
  readonly plan: Exclude<EscalationPlan, { kind: "refused" }> | { readonly kind: "retry"; readonly waitMs: number };
  /** The issue it is about and what named it; null where none is asked for. */
  readonly issue: { readonly id: string; readonly source: string } | null;
  readonly noteDigest: string | null;
}

/** Decides about a failure as the harness does, up to the plan (M10, M11). What cannot be decided ends with exit code 2 and `<class>: <message>`. */
export async function run(args: Arguments, ports: HostPorts): Promise<Outcome<EscalationData>> {
  const inForce = await retryPolicyOf(args, ports);
  if (!inForce.ok) return inForce;
  const { policy } = inForce.data;
  const scope = args.values.get("scope") ?? "";
  const failure = { failureClasses: failureOf(args, ports), attempt: wholeNumber(args, "attempt") ?? 1 };
  const decision = decideRetry(policy, failure);
  const subject = { scope, decision, policy, witnessRef: args.values.get("witness") ?? "(none)" };
  const plan = await planFor(subject, args, ports);
  if (!plan.ok) return plan;
  return { ok: true, data: { action: "escalation", scope, policyDigest: policy.policyDigest, decision, ...plan.data } };
}

async function planFor(subject: EscalationSubject, args: Arguments, ports: HostPorts): Promise<Outcome<Planned>> {
  const { decision, scope } = subject;
  const alone = { issue: null, noteDigest: null };
  if (decision.retry) {
    const waitMs = backoffMs(decision.backoffClass, decision.attempt);
    return { ok: true, data: { ...alone, plan: { kind: "retry", waitMs } } };
  }
  // Whoever stops asks for no issue (contract 3.4).
  if (decision.escalationAction === "stop") return { ok: true, data: { ...alone, plan: { kind: "stop" } } };
  const active = await activeIssue(args, ports, decision.escalationAction);
  if (!active.ok) return active;
  const { issue, source } = active.data;
  const plan = escalationPlan(subject, issue);
  if (plan.kind === "refused") return { ok: false, message: `${plan.failureClass}: ${plan.message}` };
  const noteDigest = "note" in plan ? escalationNoteDigest(ports.sha256, { scope, note: plan.note }) : null;
  return { ok: true, data: { plan, issue: { id: issue.id, source }, noteDigest } };
}

/** The classes given, then those of the witness; a failure that names none has one all the same. */
function failureOf(args: Arguments, ports: HostPorts): readonly string[] {
  const witness = args.values.get("witness");
  return classifyFailure(args.lists.get("class") ?? [], witness === undefined ? [] : witnessClasses(witness, ports));
}

function witnessClasses(path: string, ports: HostPorts): readonly string[] {
  if (ports.kindOf(path) === "missing") return witnessFailureClasses({ kind: "missing" }, ports.utf8);
  const input = ports.readInput(path);
  if (!input.ok) return witnessFailureClasses({ kind: "unreadable" }, ports.utf8);
  // What is no UTF-8 is no JSON either.
  const text = ports.utf8.decode(input.bytes, 0, input.bytes.length) ?? "";
  return witnessFailureClasses({ kind: "text", text }, ports.utf8);
}
