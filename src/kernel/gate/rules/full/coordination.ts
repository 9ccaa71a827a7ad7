import { present } from "../../../evidence/text.ts";
import { EXECUTION_PATTERNS, parseExecutionPattern } from "../../../spec/execution-pattern.ts";
import type { TurnFacts } from "../../facts.ts";
import { numeric } from "../../numeric.ts";
import type { Finding } from "../../rule.ts";
import { plainJson } from "../../../json/plain.ts";

/** The work was split in a way the bound policy does not allow, or wider than it allows. */
export function splitNotAllowed({ callSpec, spec, tusk }: TurnFacts): readonly Finding[] {
  const { callId: subject, executionPattern } = callSpec;
  const { patterns, maxFanOut } = spec.decompositionPolicy;
  const children = tusk.fanOut?.children ?? [];
  const findings: Finding[] = [];
  if (!patterns.includes(executionPattern)) {
    const note = `${executionPattern} is none of ${patterns.join(", ") || "no pattern"}`;
    findings.push({ subject, path: "evidence.callSpec.executionPattern", note });
  }
  const pattern = parseExecutionPattern(executionPattern);
  const demandsChildren = pattern !== undefined && EXECUTION_PATTERNS[pattern].fanOutChildren === "required";
  if (demandsChildren && children.length === 0)
    findings.push({ subject, path: "evidence.tusk.fanOut", note: "an orchestrator shows no workers" });
  if (children.length > maxFanOut) {
    const note = `${children.length} children, at most ${maxFanOut} are allowed`;
    findings.push({ subject, path: "evidence.tusk.fanOut.children", note });
  }
  return findings;
}

/** A child without an issue and a session is an implicit chat branch (M17). */
export function childUnbound({ tusk }: TurnFacts): readonly Finding[] {
  return (tusk.fanOut?.children ?? []).flatMap((child, at) => {
    if (present(child.issueId) !== undefined && present(child.sessionId) !== undefined) return [];
    const subject = child.issueId ?? child.sessionId ?? String(at);
    const note = `child ${subject} lacks ${present(child.issueId) === undefined ? "an issue" : "a session"}`;
    return [{ subject, path: `evidence.tusk.fanOut.children[${at}]`, note }];
  });
}

/** Autonomy is bound to a measured value, and the measure is missing, another, or too low (R14). */
export function autonomyUnearned({ callSpec, spec, tusk }: TurnFacts): readonly Finding[] {
  const bound = spec.decompositionPolicy.autonomous;
  const shown = tusk.autonomy;
  if (bound === undefined) return [];
  const note =
    shown === undefined
      ? "autonomy is bound to a measure, and nothing was measured"
      : shown.metric !== bound.metric
        ? `measured ${shown.metric}, bound is ${bound.metric}`
        : shown.evalProfileRef !== bound.evalProfileRef
          ? `measured under ${shown.evalProfileRef}, bound is ${bound.evalProfileRef}`
          : numeric(shown.measured) >= numeric(bound.threshold)
            ? undefined
            : `${bound.metric} is below its threshold`;
  return note === undefined ? [] : [{ subject: callSpec.callId, path: "evidence.tusk.autonomy", note }];
}

/** The wire digest is not the digest of the decomposition policy that is bound. */
export function decompositionPolicyUnbound({ callSpec, digest, spec }: TurnFacts): readonly Finding[] {
  const bound = digest(plainJson(spec.decompositionPolicy));
  if (callSpec.decompositionPolicyDigest === bound) return [];
  const note = `${callSpec.decompositionPolicyDigest} is not the digest of the bound policy, ${bound}`;
  return [{ subject: callSpec.callId, path: "evidence.callSpec.decompositionPolicyDigest", note }];
}
