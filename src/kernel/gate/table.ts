import type { FullClass, ReferenceClass } from "./classes.ts";
import type { ClassRow, ReferenceRow, Rule } from "./rule.ts";
import * as caller from "./rules/full/caller.ts";
import * as context from "./rules/full/context.ts";
import * as coordination from "./rules/full/coordination.ts";
import * as discovery from "./rules/full/discovery.ts";
import * as governance from "./rules/full/governance.ts";
import * as guardrail from "./rules/full/guardrail.ts";
import * as handoff from "./rules/full/handoff.ts";
import * as mutation from "./rules/full/mutation.ts";
import * as promotion from "./rules/full/promotion.ts";
import * as protocol from "./rules/full/protocol.ts";
import * as request from "./rules/full/request.ts";
import * as result from "./rules/full/result.ts";
import * as runtime from "./rules/full/runtime.ts";
import * as use from "./rules/full/use.ts";
import * as wire from "./wire-rules.ts";

/** The table of fail-closed classes: what a class means, what to do, and its rules (stage, answer, when, check). */
export type FailClosedTable = { readonly [C in ReferenceClass]: ReferenceRow } & {
  readonly [C in FullClass]: ClassRow;
};

/** One row per class, in report order (K10). A class without a rule, or a rule at a stage without its evidence, does not compile. */
export const FAIL_CLOSED: FailClosedTable = frozenTable({
  "tool.schema_invalid": {
    clause: "001 §3.2, §7; 000 §4.2, §5",
    means: "a call, a result or the call spec does not have the form it must have",
    remedy:
      "correct the arguments to the tool's schema; every failed result needs errorCode, retryable and errorMessage",
    reference: wire.envelope,
    full: [
      {
        stage: "requests",
        answer: "continue",
        when: "the arguments of a known tool do not satisfy its schema",
        check: request.argumentsInvalid,
      },
      {
        stage: "requests",
        answer: "stop",
        when: "action mode, execution pattern or normalizer is no listed value",
        check: request.specWordsUnknown,
      },
      {
        stage: "requests",
        answer: "stop",
        when: "one json or text action makes two calls, or a text call names no adapter profile",
        check: request.actionModeBroken,
      },
      wire.envelope,
      { stage: "join", answer: "stop", when: "wire status and outcome disagree", check: result.outcomeDisagrees },
      {
        stage: "join",
        answer: "stop",
        when: "a tool ran and its result lacks the evidence that its effects demand",
        check: result.effectEvidenceMissing,
      },
    ],
  },
  "tool.result_missing": {
    clause: "001 §5; 000 §4.5",
    means: "a requested call has no result",
    remedy: "run or settle the call; a call whose process died is settled as interrupted, never dropped",
    reference: wire.resultMissing,
    full: [wire.resultMissing],
  },
  "tool.result_orphan": {
    clause: "001 §5; 000 §4.5",
    means: "a result belongs to no request",
    remedy: "find out who answered: results are only recorded for calls of this turn",
    reference: wire.resultOrphan,
    full: [wire.resultOrphan],
  },
  "tool.join_incomplete": {
    clause: "001 §5; 000 §4.5",
    means: "requests, results and uses do not close",
    remedy: "close what the other classes of this report name; a fan-out waits for every child's join",
    reference: wire.joinIncomplete,
    full: [
      wire.joinIncomplete,
      { stage: "join", answer: "stop", when: "a child of a fan-out has not joined", check: use.childrenOpen },
    ],
  },
  "tool.use_missing": {
    clause: "001 §5; 000 §4.4",
    means: "nobody says what became of a result, or what is said is not what the evidence derives",
    remedy: "record a use for each result; dispositions are derived from summary, handoff, intent, reason and retry",
    reference: wire.useMissing,
    full: [
      wire.useMissing,
      {
        stage: "join",
        answer: "stop",
        when: "a disposition or consumedBy is not the one that the evidence derives",
        check: use.dispositionNotDerived,
      },
    ],
  },
  "tool.use_without_result": {
    clause: "001 §5; 000 §4.4",
    means: "a use refers to a result that does not exist",
    remedy: "a use is recorded after its result; look for a result that was lost",
    reference: wire.useWithoutResult,
    full: [wire.useWithoutResult],
  },
  "tool.response_truncation_policy_violation": {
    clause: "000 §4.1, §4.3",
    means: "a result was cut otherwise than the policy allows, or the sizes do not add up",
    remedy: "cut at truncationPolicy.maxBytes, keep the ends that the policy keeps, and record what was cut",
    reference: wire.truncation,
    full: [
      wire.truncation,
      {
        stage: "join",
        answer: "stop",
        when: "more was shown than allowed, less than everything without a record, or head, tail and marker do not add up",
        check: result.truncationBroken,
      },
    ],
  },
  "protocol.stop_reason_unhandled": {
    clause: "001 §5; 000 §4.1, §8.7",
    means: "the model stopped for a reason nobody handles, or the loop goes on where it must not",
    remedy: "handle the reason in protocolPolicy, raise stopPolicy, or have the checkpoint approved",
    reference: wire.stopReason,
    full: [
      {
        stage: "join",
        answer: "stop",
        when: "the stop reason is not in protocolPolicy.handled",
        check: protocol.stopReasonUnhandled,
      },
      {
        stage: "join",
        answer: "stop",
        when: "the loop goes on where the policy stops, past maxTurns, or past a checkpoint nobody approved",
        check: protocol.continuationBarred,
      },
      {
        stage: "join",
        answer: "stop",
        when: "toolChoice is any and no tool was called",
        check: protocol.nothingCalled,
      },
    ],
  },
  "protocol.parallel_transport_order_invalid": {
    clause: "000 §4.5, §8.10",
    means: "calls or results went over the transport otherwise than the policy says",
    remedy:
      "hand results over in the order the model asked; turn parallelToolCalls on if replies may hold several calls",
    reference: wire.transportOrder,
    full: [
      wire.transportOrder,
      {
        stage: "join",
        answer: "stop",
        when: "one reply of the model made several calls while parallelToolCalls is off",
        check: protocol.parallelCallsBarred,
      },
      {
        stage: "join",
        answer: "stop",
        when: "order is strict and results were handed over in another order than they were asked for",
        check: protocol.handedOutOfOrder,
      },
    ],
  },
  "context.queue_policy_violation": {
    clause: "001 §5; 000 §4.1",
    means: "the context was reduced under another policy than the bound one",
    remedy: "render, reduce and view under the policies of the call spec; their digests are computed, not typed in",
    reference: wire.queuePolicy,
    full: [
      wire.queuePolicy,
      {
        stage: "join",
        answer: "stop",
        when: "a context policy's wire digest is not the digest of the bound policy",
        check: context.contextPolicyUnbound,
        provenLive: "policies",
      },
      {
        stage: "join",
        answer: "stop",
        when: "a reduced queue holds more items than the policy allows, or one of them twice",
        check: context.queueOverfull,
      },
    ],
  },
  "context.injection_point_missing": {
    clause: "001 §5; 000 §4.3",
    means: "the next request cannot be rebuilt: a rendering, a state view or the text behind it is missing",
    remedy: "record a rendering for each result, the required views, and the values that their digests name",
    reference: wire.injectionPoint,
    full: [
      wire.injectionPoint,
      {
        stage: "join",
        answer: "stop",
        when: "a view that stateViewPolicy requires is missing",
        idle: wire.noContextNeeded,
        check: context.requiredViewMissing,
      },
      {
        stage: "join",
        answer: "stop",
        when: "a rendering went in at a point that the protocol does not have (programs: at code)",
        check: context.injectionPointUnknown,
      },
      {
        stage: "join",
        answer: "stop",
        when: "a rendering is of another payload, or the text the model saw is not in the evidence or has another size",
        check: context.renderingUnproven,
      },
      {
        stage: "join",
        answer: "stop",
        when: "a reduced queue or a state view is not among the values",
        check: context.reductionUnproven,
        provenLive: "doors",
      },
    ],
  },
  "coordination.decomposition_policy_violation": {
    clause: "001 §5; 000 §4.1, §8.8, §8.17",
    means: "the work was split otherwise than the policy allows",
    remedy:
      "use a pattern that decompositionPolicy lists; give each child an issue and a session; measure before autonomy",
    reference: wire.decomposition,
    full: [
      wire.decomposition,
      {
        stage: "join",
        answer: "stop",
        when: "the pattern is not among the policy's, an orchestrator shows no workers, or there are too many children",
        idle: request.patternUnlisted,
        check: coordination.splitNotAllowed,
      },
      {
        stage: "join",
        answer: "stop",
        when: "a child has no issue or no session",
        idle: request.patternUnlisted,
        check: coordination.childUnbound,
      },
      {
        stage: "join",
        answer: "stop",
        when: "autonomy is bound to a measure that is missing, another, or below its threshold",
        idle: request.patternUnlisted,
        check: coordination.autonomyUnearned,
      },
      {
        stage: "join",
        answer: "stop",
        when: "the wire digest is not the digest of the bound decomposition policy",
        idle: request.patternUnlisted,
        check: coordination.decompositionPolicyUnbound,
        provenLive: "policies",
      },
    ],
  },
  "governance.claim_id_invalid": {
    clause: "001 §8",
    means: "an unknown governance profile is claimed",
    remedy: "claim profile.doctrine_inf_governance.v0, or none",
    reference: wire.claimId,
    full: [wire.claimId],
  },
  "governance.policy_package_unpinned": {
    clause: "001 §8; 000 §8.14",
    means: "the governance policy could be another one tomorrow",
    remedy: "pin the package: an exact version, its integrity, and the expected digest in the pin file",
    reference: wire.packageUnpinned,
    full: [
      { ...wire.packageUnpinned, idle: governance.notClaimed, provenLive: "unclaimed" },
      {
        stage: "join",
        answer: "stop",
        when: "the bound package has no integrity, or its version is a range",
        check: governance.packageUnpinned,
        provenLive: "policies",
      },
    ],
  },
  "governance.policy_package_mismatch": {
    clause: "001 §8; 000 §8.14",
    means: "another policy governs than the one that is pinned",
    remedy: "bind the pinned package, or have a person change the pin",
    reference: wire.packageMismatch,
    full: [
      {
        stage: "join",
        answer: "stop",
        when: wire.packageMismatch.when,
        idle: governance.notClaimedOrPinned,
        check: (facts) => wire.packageMismatch.check(facts),
        provenLive: "unclaimed",
      },
      {
        stage: "join",
        answer: "stop",
        when: "a governance digest or packageRef is not the one computed from the bound policy",
        idle: governance.packageNotPinned,
        check: governance.packageMismatch,
        provenLive: "unclaimed",
      },
    ],
  },
  "handoff.required_artifact_missing": {
    clause: "001 §5; 000 §8.12, §8.17",
    means: "work is handed over, or taken up, without an artifact it needs",
    remedy: "produce the artifact and put it in the packet; re-measure artifacts before a transfer or a resume",
    reference: wire.requiredArtifacts,
    full: [
      wire.requiredArtifacts,
      {
        stage: "join",
        answer: "stop",
        when: "a required artifact is not in the packet, does not exist, or has another digest",
        idle: handoff.noHandoff,
        check: handoff.artifactMissing,
      },
      {
        stage: "join",
        answer: "stop",
        when: "the packet this turn resumes from is not there, or an artifact of it has changed",
        idle: handoff.noHandoffIn,
        check: handoff.receivedArtifactChanged,
      },
    ],
  },
  "handoff.target_not_allowed": {
    clause: "001 §5; 000 §8.17",
    means: "work is handed to somebody who may not have it, or by somebody who may not give it",
    remedy: "hand over to a target of the handoff contract, from a role it names",
    reference: wire.allowedTargets,
    full: [
      wire.allowedTargets,
      {
        stage: "join",
        answer: "stop",
        when: "the target or the role is not in the handoff contract; no contract means nobody",
        idle: handoff.noHandoff,
        check: handoff.transferNotAllowed,
      },
    ],
  },
  "handoff.return_path_missing": {
    clause: "001 §5; 000 §8.17",
    means: "work is handed over with no way back",
    remedy: "name the return path in the handoff",
    reference: wire.returnPath,
    full: [
      wire.returnPath,
      {
        stage: "join",
        answer: "stop",
        when: "the handoff contract requires a return path and the handoff names none",
        idle: handoff.noHandoff,
        check: handoff.noWayBack,
      },
    ],
  },
  "tool.unknown_or_disallowed": {
    clause: "000 §4.2",
    means: "a tool was called that is unknown, not allowed, not chosen or not permitted",
    remedy: "call a tool of the catalog that the policy allows; ask for permission again with other arguments",
    full: [
      {
        stage: "requests",
        answer: "continue",
        when: "the tool is in no catalog row, not allowed, or another than the one toolChoice names",
        check: request.unknownOrDisallowed,
      },
      {
        stage: "guard",
        answer: "continue",
        when: "the last word on permission is neither allow nor approved",
        check: request.notPermitted,
      },
      {
        stage: "requests",
        answer: "stop",
        when: "the schema of a known tool is not the catalog's, or is not among the values",
        check: request.schemaUnproven,
      },
    ],
  },
  "tool.discovery_mismatch": {
    clause: "000 §4.2, §8.5",
    means: "a tool was called that the search behind the call did not find",
    remedy: "search the bound catalog and call what the search found",
    full: [
      {
        stage: "requests",
        answer: "continue",
        when: "the search was in another catalog, did not find the tool, or is not the one the request names",
        check: discovery.discoveryMismatch,
      },
    ],
  },
  "tool.discovery_unresolved": {
    clause: "000 §3, §8.5",
    means: "a tool that is loaded on demand was called without a search",
    remedy: "search for the tool first",
    full: [
      {
        stage: "requests",
        answer: "continue",
        when: "the catalog row is deferred and the request has no searchRef",
        check: discovery.discoveryUnresolved,
      },
    ],
  },
  "tool.example_digest_mismatch": {
    clause: "000 §3, §4.1",
    means: "the usage examples of a called tool are not the ones in the catalog",
    remedy: "advertise the tool with the examples of its catalog row, or bind a catalog with the new ones",
    full: [
      {
        stage: "requests",
        answer: "stop",
        when: "the examples that the catalog row names are not among the values",
        check: discovery.exampleDigestMismatch,
      },
    ],
  },
  "tool.caller_not_allowed": {
    clause: "000 §3, §4.3",
    means: "a tool was called by the model that only programs may call, or the other way round",
    remedy: "call the tool through one of its allowedCallers",
    full: [
      {
        stage: "requests",
        answer: "continue",
        when: "the caller is not in the catalog row's allowedCallers",
        check: caller.callerNotAllowed,
      },
    ],
  },
  "tool.use_unknown_result": {
    clause: "000 §4.4",
    means: "what was used is not what came back",
    remedy: "use the result that was recorded; keep its payload, or the value under its digest",
    full: [
      {
        stage: "join",
        answer: "stop",
        when: "the digest of the payload is not the one that result and use name, or nobody has the payload",
        check: result.usedPayloadUnproven,
        provenLive: "doors",
      },
      {
        stage: "join",
        answer: "stop",
        when: "an interrupted result was consumed",
        check: result.interruptedConsumed,
        provenLive: "doors",
      },
      {
        stage: "join",
        answer: "stop",
        when: "summary, handoff or intent names a call that this turn does not have",
        check: use.inputsUnknown,
        provenLive: "doors",
      },
    ],
  },
  "tool.parallel_policy_violation": {
    clause: "000 §4.1, §4.5",
    means: "the turn branched without permission, or too widely",
    remedy: "enable parallelPolicy under a pattern with branches, or ask for fewer at once",
    full: [
      {
        stage: "requests",
        answer: "continue",
        when: "there are branches under a pattern without branches, while not enabled, or more than maxBranches",
        idle: request.patternUnlisted,
        check: request.parallelPolicyViolation,
      },
    ],
  },
  "tool.programmatic_caller_edge_invalid": {
    clause: "000 §4.3, §8.6",
    means: "nobody can prove which program made a call",
    remedy: "record for each call of a program the edge to it; outside code mode there are no edges",
    full: [
      {
        stage: "requests",
        answer: "stop",
        when: "an edge is missing in code mode, not allowed, leads to no program, repeats a step, or callerId names another",
        check: caller.callerEdgeInvalid,
      },
    ],
  },
  "runtime.shell_boundary_violation": {
    clause: "000 §3, §4.3, §8.11",
    means: "something ran or was edited outside the bound sandbox and surfaces",
    remedy:
      "run commands in the bound profile inside the roots, edit through the edit surfaces, attest the sandbox at boot",
    full: [
      {
        stage: "join",
        answer: "stop",
        when: "the command, workdir, profile or network is not the one asked for and bound",
        idle: runtime.nothingRan,
        check: runtime.shellOutOfBounds,
      },
      {
        stage: "join",
        answer: "stop",
        when: "a surface is no edit surface, or the shell changed files while shellMayEdit is off",
        idle: runtime.nothingRan,
        check: runtime.editOutOfBounds,
      },
      {
        stage: "join",
        answer: "stop",
        when: "the sandbox was not attested, or a probe saw something else than expected",
        idle: runtime.nothingRan,
        check: runtime.sandboxUnattested,
      },
    ],
  },
  "runtime.compaction_state_invalid": {
    clause: "000 §3, §8.12",
    means: "the context was compacted without policy, or lost what had to be carried",
    remedy: "bind a compaction policy, carry its items, and compute continuityDigest over {carried, replaced}",
    full: [
      {
        stage: "join",
        answer: "stop",
        when: "no policy is bound, an item was not carried, or continuityDigest is another",
        idle: runtime.noCompaction,
        check: runtime.compactionInvalid,
      },
    ],
  },
  "context.scope_violation": {
    clause: "000 §3, §8.18",
    means: "a role read or wrote outside its scope",
    remedy: "stay inside contextScope, or hand the work to the role that owns the path",
    full: [
      {
        stage: "join",
        answer: "stop",
        when: "a path in reads or artifacts is outside the scope, or belongs to another role",
        check: context.scopeViolation,
      },
    ],
  },
  "governance.guardrail_stage_missing": {
    clause: "000 §4.5, §8.13",
    means: "a required guardrail did not look, or was not listened to",
    remedy: "run each listed guardrail of the required stages on the turn or on every call; a trigger or error denies",
    full: [
      {
        stage: "guard",
        answer: "stop",
        when: "a listed guardrail of stage pre_flight has no row before anything runs",
        idle: guardrail.noGuardrails,
        check: guardrail.preFlightMissing,
      },
      {
        stage: "join",
        answer: "stop",
        when: "a listed guardrail of a later required stage has no row",
        idle: guardrail.noGuardrails,
        check: guardrail.guardMissing,
      },
      {
        stage: "join",
        answer: "stop",
        when: "a decision was not pass and a call in its scope ran (output: was shown)",
        idle: guardrail.noGuardrails,
        check: guardrail.guardIgnored,
      },
    ],
  },
  "governance.guardrail_stage_order_invalid": {
    clause: "000 §4.5, §8.13",
    means: "guardrails looked in the wrong order",
    remedy: "look pre_flight, then input, then output, and pre_flight before anything runs",
    full: [
      {
        stage: "join",
        answer: "stop",
        when: "in one scope a stage came after a later one, or pre_flight after the first result",
        idle: guardrail.noGuards,
        check: guardrail.guardOrderInvalid,
      },
    ],
  },
  "governance.eval_gate_unmet": {
    clause: "000 §4.6, §8.15",
    means: "a policy was measured too low to be promoted, or not at all",
    remedy: "evaluate the policy on labelled data until precision, recall and F1 reach the gate",
    full: [
      {
        stage: "mutation",
        answer: "stop",
        when: "precision, recall or F1 of a row is below the gate, there are no positives, no rows, or no gate",
        idle: promotion.noPromotion,
        check: promotion.evalGateUnmet,
      },
    ],
  },
  "governance.eval_lineage_missing": {
    clause: "000 §7, §8.15",
    means: "an evaluation does not say of which policy and on which data",
    remedy: "record datasetDigest and policyDigest with each evaluation",
    full: [
      {
        stage: "mutation",
        answer: "stop",
        when: "a row names no dataset, no policy, or another policy than the promoted one",
        idle: promotion.noEvals,
        check: promotion.evalLineageMissing,
      },
    ],
  },
  "governance.self_evolution_retry_missing": {
    clause: "000 §7",
    means: "a policy that an agent changed cannot be tried again",
    remedy: "give a retry reference that resolves",
    full: [
      {
        stage: "mutation",
        answer: "stop",
        when: "the retry reference is absent or does not resolve",
        idle: promotion.noPromotion,
        check: promotion.retryMissing,
      },
    ],
  },
  "governance.self_evolution_escalation_missing": {
    clause: "000 §7",
    means: "a policy that an agent changed has nobody to go to",
    remedy: "give an escalation reference that resolves",
    full: [
      {
        stage: "mutation",
        answer: "stop",
        when: "the escalation reference is absent or does not resolve",
        idle: promotion.noPromotion,
        check: promotion.escalationMissing,
      },
    ],
  },
  "governance.self_evolution_rollback_missing": {
    clause: "000 §7",
    means: "a policy that an agent changed cannot be taken back",
    remedy: "give a rollback reference that resolves",
    full: [
      {
        stage: "mutation",
        answer: "stop",
        when: "the rollback reference is absent or does not resolve",
        idle: promotion.noPromotion,
        check: promotion.rollbackMissing,
      },
    ],
  },
  "governance.redteam_gate_unmet": {
    clause: "000 §4.6, §8.15",
    means: "a policy was not attacked enough, or an attack got through",
    remedy: "run every plugin and strategy, at least minProbes distinct probes, until all hold",
    full: [
      {
        stage: "mutation",
        answer: "stop",
        when: "too few distinct probes, a plugin or strategy unused, a probe broken, or no gate",
        idle: promotion.noPromotion,
        check: promotion.redTeamGateUnmet,
      },
    ],
  },
  "governance.trace_mode_violation": {
    clause: "000 §3, §8.16",
    means: "something was kept or left that the observability mode forbids",
    remedy: "in the zero-retention modes store and export digests only; register a processor for internal_processor",
    full: [
      {
        stage: "join",
        answer: "stop",
        when: "payloads, arguments or values were stored or exported against the mode, or no processor is registered",
        check: governance.traceModeViolation,
        provenLive: "doors",
      },
    ],
  },
  "governance.risk_tier_profile_missing": {
    clause: "000 §3, §4.1",
    means: "the work's risk tier has no control profile",
    remedy: "add controlProfiles[riskTier] to the governance policy",
    full: [
      {
        stage: "join",
        answer: "stop",
        when: "controlProfiles has no entry for the risk tier",
        check: governance.riskTierProfileMissing,
        provenLive: "policies",
      },
    ],
  },
  "mutation.policy_digest_mismatch": {
    clause: "001 §6; 000 §4.6",
    means: "the turn was bound to another mutation policy than the one that is active now",
    remedy: "run the turn again under the active policy",
    full: [
      {
        stage: "mutation",
        answer: "stop",
        when: "the wire digest is not the bound policy's, or the bound policy is not the active one",
        check: mutation.policyDigestMismatch,
      },
    ],
  },
  "mutation.capability_claim_missing": {
    clause: "000 §4.6",
    means: "a capability that the action requires was not claimed",
    remedy: "run under an instruction that claims the capability",
    full: [
      {
        stage: "mutation",
        answer: "stop",
        when: "a claim that the action requires is not among the claims",
        check: mutation.capabilityClaimMissing,
      },
    ],
  },
  "mutation.use_evidence_missing": {
    clause: "001 §6; 000 §4.6",
    means: "the mutation does not rest on this turn's evidence",
    remedy:
      "bring the witness of this very turn, session and trajectory refs, and an intent whose inputs were consumed; run every check that the policy requires, and name it",
    full: [
      {
        stage: "mutation",
        answer: "stop",
        when: "no join witness, unresolved or of other evidence; no session or trajectory ref; an intent input not consumed; a call that the bound policy requires for the action (`mutationPolicy.requires`: action -> `[{tool, args}]`) not among the inputs or not ended ok",
        check: mutation.useEvidenceMissing,
      },
    ],
  },
});

/** The rule that the reference has for a class, as the contract's 1.4 says. */
export function referenceRule(failClass: ReferenceClass): Rule<"wire"> {
  return FAIL_CLOSED[failClass].reference;
}

/** Nobody takes a rule out of the table while the process runs. */
function frozenTable(table: FailClosedTable): FailClosedTable {
  for (const row of Object.values(table)) {
    for (const rule of row.full) Object.freeze(rule);
    if ("reference" in row) Object.freeze(row.reference);
    Object.freeze(row.full);
    Object.freeze(row);
  }
  return Object.freeze(table);
}
