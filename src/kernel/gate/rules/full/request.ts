import { present } from "../../../evidence/text.ts";
import { ACTION_MODES, parseActionMode } from "../../../spec/action-mode.ts";
import { EXECUTION_PATTERNS, parseExecutionPattern } from "../../../spec/execution-pattern.ts";
import { NORMALIZER_ID } from "../../../spec/normalizer.ts";
import type { BoundFacts, GuardedFacts, RequestFact, RequestFacts } from "../../facts.ts";
import { gather, NONE } from "../../gather.ts";
import type { Finding } from "../../rule.ts";

/** Arguments that do not satisfy the schema of a known tool (K04). */
export function argumentsInvalid({ requests, schemaCheck, values }: RequestFacts): readonly Finding[] {
  return gather(requests, (request) => {
    if (request.entry === undefined) return NONE;
    const args = values.resolve(request.row.args);
    if (args === undefined) {
      const note = "the arguments are not among the values";
      return [{ subject: request.id, path: pathOf(request, "args"), note, unproven: true }];
    }
    // A schema that nobody has trips its own class.
    const problems = schemaCheck(request.entry.schemaDigest)?.(args) ?? [];
    if (problems.length === 0) return NONE;
    return problems.map(({ path: below, problem }) => {
      return { subject: request.id, path: `${pathOf(request, "args")}${below}`, note: `${request.tool}: ${problem}` };
    });
  });
}

/** Action mode, execution pattern and normaliser are listed values. */
export function specWordsUnknown({ callSpec }: BoundFacts): readonly Finding[] {
  const { callId: subject, actionMode, executionPattern, normalizerId } = callSpec;
  const findings: Finding[] = [];
  if (parseActionMode(actionMode) === undefined)
    findings.push({ subject, path: "evidence.callSpec.actionMode", note: `${actionMode} is no action mode` });
  if (parseExecutionPattern(executionPattern) === undefined)
    findings.push({ subject, path: "evidence.callSpec.executionPattern", note: `${executionPattern} is no pattern` });
  if (normalizerId !== NORMALIZER_ID)
    findings.push({ subject, path: "evidence.callSpec.normalizerId", note: `${normalizerId} is not ${NORMALIZER_ID}` });
  return findings;
}

/** In `json` and `text` one action makes one call; `text` calls come through a named adapter profile (K12). */
export function actionModeBroken({ callSpec, requests }: RequestFacts): readonly Finding[] {
  const mode = parseActionMode(callSpec.actionMode);
  if (mode === undefined) return NONE;
  const { callsPerAction, adapterProfile } = ACTION_MODES[mode];
  const actions = new Set<string>();
  return gather(requests, (request) => {
    const findings: Finding[] = [];
    const { actionId, adapterProfile: profile } = request.row;
    if (callsPerAction === "one" && actions.has(actionId)) {
      const note = `action ${actionId} makes a second call, ${mode} mode allows one`;
      findings.push({ subject: request.id, path: pathOf(request, "actionId"), note });
    }
    actions.add(actionId);
    if (adapterProfile === "required" && present(profile) === undefined) {
      const note = `a call in ${mode} mode names no adapter profile`;
      findings.push({ subject: request.id, path: pathOf(request, "adapterProfile"), note });
    }
    return findings;
  });
}

/** A tool that nobody knows, that the policy does not allow, or another than the one chosen. */
export function unknownOrDisallowed({ requests, spec, wireRow }: RequestFacts): readonly Finding[] {
  const { kind, tool: chosen } = spec.toolChoice;
  return gather(requests, (request) => {
    const { id: subject, tool, entry, allowed } = request;
    const note =
      entry === undefined
        ? `${tool} is in no row of the catalog`
        : !allowed
          ? `the tool policy does not allow ${tool}`
          : kind === "specific" && tool !== chosen
            ? `the call chose ${chosen ?? "no tool"}, not ${tool}`
            : undefined;
    return note === undefined ? NONE : [{ subject, path: `${wireRow("toolRequests", subject)}.toolName`, note }];
  });
}

/** The last word on permission is neither allow nor approved. */
export function notPermitted({ requests }: GuardedFacts): readonly Finding[] {
  return gather(requests, (request) => {
    const { decision, ruleId, approvalRef } = request.row.permission;
    if (decision === "allow" || (decision === "approved" && present(approvalRef) !== undefined)) return NONE;
    const what = decision === "approved" ? "approved by nobody" : decision;
    const note = `permission was ${what}, by rule ${ruleId}`;
    return [{ subject: request.id, path: pathOf(request, "permission.decision"), note }];
  });
}

/** The schema that was checked is not the one in the catalog, or nobody has it. */
export function schemaUnproven({ requests, schemaCheck, wireRow }: RequestFacts): readonly Finding[] {
  return gather(requests, (request) => {
    const { id: subject, entry, wire, tool } = request;
    if (entry === undefined) return NONE;
    if (wire.schemaDigest !== entry.schemaDigest) {
      const note = `${tool} was called with schema ${wire.schemaDigest ?? "none"}, the catalog has ${entry.schemaDigest}`;
      return [{ subject, path: `${wireRow("toolRequests", subject)}.schemaDigest`, note }];
    }
    if (schemaCheck(entry.schemaDigest) !== undefined) return NONE;
    const note = `the schema of ${tool}, ${entry.schemaDigest}, is not among the values`;
    return [{ subject, path: "evidence.tusk.values", note, unproven: true }];
  });
}

/** Branches without permission to branch, or more of them than allowed. */
export function parallelPolicyViolation({ callSpec, requests, spec }: RequestFacts): readonly Finding[] {
  const labelled = requests.filter((request) => request.row.branch !== undefined);
  if (labelled.length === 0) return NONE;
  const branches = new Set(labelled.map((request) => request.row.branch)).size;
  const { enabled, maxBranches } = spec.parallelPolicy;
  const pattern = parseExecutionPattern(callSpec.executionPattern);
  const note =
    pattern === undefined || EXECUTION_PATTERNS[pattern].branches === "forbidden"
      ? `pattern ${callSpec.executionPattern} has no branches`
      : !enabled
        ? "parallel branches are not enabled"
        : branches > maxBranches
          ? `${branches} branches, at most ${maxBranches} are allowed`
          : undefined;
  if (note === undefined) return NONE;
  return labelled.map((request) => ({ subject: request.id, path: pathOf(request, "branch"), note }));
}

/** A pattern outside the list is reported once, as such. */
export function patternUnlisted({ callSpec }: BoundFacts): string | undefined {
  return parseExecutionPattern(callSpec.executionPattern) === undefined
    ? "the execution pattern is no listed value"
    : undefined;
}

/** Where a request stands in `evidence.tusk`. */
export function pathOf(request: RequestFact, field: string): string {
  return `evidence.tusk.requests[${request.at}].${field}`;
}
