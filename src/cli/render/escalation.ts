import type { EscalationData } from "#host";
import { shows } from "./shows.ts";

/** Shows what follows a failure: the decision, and what would be left on which issue. */
export const render: ReturnType<typeof shows<EscalationData>> = shows<EscalationData>({ text });

function text({ decision, plan, issue, noteDigest }: EscalationData): readonly string[] {
  const { ruleId, matchedFailureClass, attempt, maxAttempts } = decision;
  return [
    "premath escalation",
    `  Rule: ${ruleId} (${matchedFailureClass}, attempt ${attempt}/${maxAttempts})`,
    `  Plan: ${plan.kind === "retry" ? `retry after ${plan.waitMs} ms` : plan.kind}`,
    ...(issue === null ? [] : [`  Issue: ${issue.id} (${issue.source})`]),
    ...(plan.kind === "issue_discover" ? [`  Title: ${plan.title}`] : []),
    ...("note" in plan ? plan.note.split("\n").map((line) => `  > ${line}`) : []),
    ...(noteDigest === null ? [] : [`  Note Digest: ${noteDigest}`]),
  ];
}
