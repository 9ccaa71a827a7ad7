import { trimmed } from "../evidence/text.ts";
import { escalationNote, type EscalationSubject } from "./escalation-note.ts";
import { parseEscalationAction } from "./retry.ts";

/** The issue an escalation is about, as it stands. */
export interface EscalatedIssue {
  readonly id: string;
  readonly notes: string;
}

/** What is to be done about a used-up retry, as data; none of it closes an issue. Refused is an action nobody knows. */
export type EscalationPlan =
  | { readonly kind: "stop" }
  | {
      readonly kind: "issue_discover";
      readonly parent: string;
      readonly title: string;
      readonly description: string;
      readonly note: string;
    }
  | { readonly kind: "mark_blocked"; readonly id: string; readonly notes: string; readonly note: string }
  | { readonly kind: "refused"; readonly failureClass: "escalation_unknown_action"; readonly message: string };

/** Carries a decision over to the issue (contract 3.4). The same decision on the same issue gives the same plan. */
export function escalationPlan(subject: EscalationSubject, issue: EscalatedIssue): EscalationPlan {
  const { scope, decision } = subject;
  const action = parseEscalationAction(decision.escalationAction);
  const note = escalationNote(subject);
  switch (action) {
    case "stop":
      return { kind: "stop" };
    case "issue_discover": {
      const title = `[HarnessEscalation] ${scope} retry exhausted (${decision.matchedFailureClass})`;
      return { kind: "issue_discover", parent: issue.id, title, description: note, note };
    }
    case "mark_blocked":
      return { kind: "mark_blocked", id: issue.id, notes: mergedNotes(issue.notes, note), note };
    case undefined: {
      const message = `unsupported escalation action: ${decision.escalationAction}`;
      return { kind: "refused", failureClass: "escalation_unknown_action", message };
    }
    default:
      return action satisfies never;
  }
}

/** The notes with one more at the end; a note that is there already is not written twice (contract 3.4). */
export function mergedNotes(existing: string, note: string): string {
  const base = trimmed(existing);
  const addition = trimmed(note);
  if (base === "") return addition;
  return base.includes(addition) ? base : `${base}\n\n${addition}`;
}
