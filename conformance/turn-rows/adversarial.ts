import type { AdversarialRow } from "../turn-row.ts";
import { found, hex } from "../altered-turn.ts";
import { FULL_TURN } from "../full-turn.ts";
import * as turns from "../golden-turns.ts";
import { withoutCall } from "../without-call.ts";

/** Whole turns that look better than they are, slice by slice. */
export const ADVERSARIAL_ROWS: readonly AdversarialRow[] = [
  {
    name: "json-action-with-two-calls",
    slice: "modes",
    from: FULL_TURN,
    change: ({ tusk }) => {
      for (const request of tusk.requests) request.actionId = "a1";
    },
    expected: ["tool.schema_invalid"],
  },
  {
    name: "text-obeyed-without-adapter",
    slice: "modes",
    from: turns.TEXT_TURN,
    change: ({ tusk }) => {
      for (const request of tusk.requests) delete request.adapterProfile;
    },
    expected: ["tool.schema_invalid"],
  },
  {
    name: "code-call-swallowed",
    slice: "modes",
    from: turns.CODE_TURN,
    change: withoutCall("tc-3", "Results", "Use", "Render"),
    expected: ["tool.join_incomplete", "tool.result_missing"],
  },
  {
    name: "code-traceback-hidden",
    slice: "modes",
    from: turns.CODE_FAILED_TURN,
    change: ({ call }) => {
      delete call("tc-1").ran.code;
      call("tc-1").result.status = "ok";
    },
    expected: ["tool.schema_invalid"],
  },
  {
    name: "parallel-branch-not-joined",
    slice: "modes",
    from: turns.PARALLEL_TURN,
    change: withoutCall("tc-1", "Results", "Render"),
    expected: ["tool.join_incomplete", "tool.result_missing", "tool.use_without_result"],
  },
  {
    name: "parallel-branch-too-many",
    slice: "modes",
    from: turns.PARALLEL_TURN,
    change: ({ call }) => {
      call("tc-3").asked.branch = "third";
    },
    expected: ["tool.parallel_policy_violation"],
    answer: "continue",
  },
  {
    name: "unknown-tool-answered",
    slice: "discovery",
    from: FULL_TURN,
    change: ({ call }) => {
      const { request, ran, result } = call("tc-3");
      request.toolName = "rm_rf";
      delete request.schemaDigest;
      delete ran.shell;
      ran.outcome = "denied";
      result.errorCode = "UnknownTool";
    },
    expected: ["tool.unknown_or_disallowed"],
    answer: "continue",
  },
  {
    name: "deferred-tool-guessed",
    slice: "discovery",
    from: turns.SEARCH_TURN,
    change: ({ call }) => {
      delete call("tc-1").asked.searchRef;
      delete call("tc-1").request.searchRefDigest;
    },
    expected: ["tool.discovery_unresolved"],
    answer: "continue",
  },
  {
    name: "found-in-yesterdays-catalog",
    slice: "discovery",
    from: turns.SEARCH_TURN,
    change: ({ spec }) => {
      found(spec.catalog.find((row) => row.name === "edit")).loading = "deferred";
    },
    expected: ["tool.discovery_mismatch", "tool.discovery_unresolved"],
    answer: "continue",
  },
  {
    name: "program-that-never-ran",
    slice: "callers",
    from: turns.CODE_TURN,
    change: ({ call }) => {
      call("tc-3").asked.callerEdge = { parentCallId: "tc-2", seq: 0 };
      call("tc-3").request.callerId = "code:tc-2";
    },
    expected: ["tool.programmatic_caller_edge_invalid"],
  },
  {
    name: "model-posing-as-program",
    slice: "callers",
    from: turns.CODE_TURN,
    forge: ({ call }) => {
      call("tc-2").request.callerId = "code:tc-9";
    },
    expected: ["tool.programmatic_caller_edge_invalid"],
  },
  {
    name: "one-turn-too-many",
    slice: "limits",
    from: turns.LAST_TURN,
    change: ({ wire }) => {
      wire.protocolState = { stopReason: "tool_use", continuationAllowed: true };
    },
    expected: ["protocol.stop_reason_unhandled"],
  },
  {
    name: "checkpoint-slept-through",
    slice: "limits",
    from: turns.CHECKPOINT_TURN,
    change: ({ tusk }) => {
      tusk.checkpoints = [];
    },
    expected: ["protocol.stop_reason_unhandled"],
  },
  {
    name: "autonomy-on-a-hunch",
    slice: "escalation",
    from: turns.AUTONOMOUS_TURN,
    change: ({ file, tusk }) => {
      delete tusk.autonomy;
      file.decompositionConstraints = { admissible: true };
    },
    expected: ["coordination.decomposition_policy_violation"],
  },
  {
    name: "order-declared-valid",
    slice: "transport",
    from: FULL_TURN,
    change: ({ file, call }) => {
      call("tc-1").ran.order = 2;
      call("tc-3").ran.order = 0;
      file.protocolConstraints = { parallelTransportOrderValid: true };
    },
    expected: ["protocol.parallel_transport_order_invalid"],
  },
  {
    name: "cut-declared-valid",
    slice: "transport",
    from: turns.CUT_TURN,
    change: ({ file, call }) => {
      delete call("tc-1").ran.truncation;
      file.truncationConstraints = { required: true, valid: true };
    },
    expected: ["tool.response_truncation_policy_violation"],
  },
  {
    name: "command-swapped-after-approval",
    slice: "boundary",
    from: FULL_TURN,
    change: ({ call }) => {
      found(call("tc-3").ran.shell).commandDigest = hex("f");
      found(call("tc-3").ran.shell).workdir = "/";
    },
    expected: ["runtime.shell_boundary_violation"],
  },
  {
    name: "sandbox-that-leaks",
    slice: "boundary",
    from: FULL_TURN,
    change: ({ spec }) => {
      found(spec.sandbox.attestation[0]).observed = "written";
    },
    expected: ["runtime.shell_boundary_violation"],
  },
  {
    name: "resumed-from-a-changed-plan",
    slice: "continuity",
    from: turns.RESUMED_TURN,
    change: ({ tusk }) => {
      found(tusk.handoffIn?.artifacts[0]).digest = hex("f");
    },
    expected: ["handoff.required_artifact_missing"],
  },
  {
    name: "compacted-and-forgot",
    slice: "continuity",
    from: turns.COMPACTED_TURN,
    change: ({ tusk }) => {
      found(tusk.compaction).carried.pop();
    },
    expected: ["runtime.compaction_state_invalid"],
  },
  {
    name: "interrupted-and-built-upon",
    slice: "continuity",
    from: turns.INTERRUPTED_TURN,
    change: ({ tusk, call }) => {
      found(tusk.summary).inputs.push("tc-3");
      call("tc-3").used.consumedBy = ["summary"];
      call("tc-3").use.disposition = "consumed";
    },
    expected: ["tool.use_unknown_result"],
  },
  {
    name: "guard-triggered-and-ignored",
    slice: "guardrails",
    from: turns.REFUSED_BY_GUARD_TURN,
    change: ({ call }) => {
      const { ran, result } = call("tc-3");
      ran.outcome = "failed";
      ran.shell = { commandDigest: hex("f"), workdir: "/repo", profile: "workspace-write", network: "none", exit: 1 };
      result.errorCode = "NonZeroExit";
    },
    expected: ["governance.guardrail_stage_missing", "runtime.shell_boundary_violation"],
  },
  {
    name: "guard-asked-afterwards",
    slice: "guardrails",
    from: turns.GUARDED_TURN,
    change: ({ tusk }) => {
      found(tusk.guards[0]).seq = 14;
    },
    expected: ["governance.guardrail_stage_order_invalid"],
  },
  {
    name: "pinned-to-a-range",
    slice: "provenance",
    from: turns.GOVERNED_TURN,
    change: ({ spec }) => {
      spec.governance.package.version = "2.x";
    },
    expected: ["governance.policy_package_unpinned"],
  },
  {
    name: "package-swapped",
    slice: "provenance",
    from: turns.GOVERNED_TURN,
    change: ({ spec }) => {
      spec.governance.package.integrity = "sha512-fedcba9876543210";
    },
    expected: ["governance.policy_package_mismatch"],
  },
  {
    name: "unknown-claim-hides-nothing",
    slice: "provenance",
    from: turns.GOVERNED_TURN,
    change: ({ file }) => {
      const profile = found(file.governanceProfile ?? undefined);
      profile.claimId = "profile.acme.v9";
      found(profile.policyProvenance ?? undefined).pinned = false;
    },
    expected: ["governance.claim_id_invalid", "governance.policy_package_unpinned"],
  },
  {
    name: "promoted-on-toy-numbers",
    slice: "promotion",
    from: turns.PROMOTION_TURN,
    spoil: ({ evals }) => {
      evals?.splice(0, 1, { tp: 1, fp: 1, fn: 1 });
    },
    expected: ["governance.eval_gate_unmet", "governance.eval_lineage_missing"],
  },
  {
    name: "promoted-after-a-break-in",
    slice: "promotion",
    from: turns.PROMOTION_TURN,
    spoil: ({ redTeam }) => {
      found(redTeam?.[0]).outcome = "broken";
    },
    expected: ["governance.redteam_gate_unmet"],
  },
  {
    name: "promoted-with-no-way-back",
    slice: "promotion",
    from: turns.PROMOTION_TURN,
    spoil: (mutation) => {
      mutation.resolved = mutation.resolved.slice(0, 1);
    },
    expected: [
      "governance.self_evolution_escalation_missing",
      "governance.self_evolution_retry_missing",
      "governance.self_evolution_rollback_missing",
    ],
  },
  {
    name: "mutation-of-another-turn",
    slice: "mutation",
    from: FULL_TURN,
    spoil: (mutation) => {
      found(mutation.join).evidenceDigest = hex("f");
      mutation.claims = [];
    },
    expected: ["mutation.capability_claim_missing", "mutation.use_evidence_missing"],
  },
  {
    name: "mutation-under-yesterdays-policy",
    slice: "mutation",
    from: FULL_TURN,
    spoil: (mutation) => {
      mutation.activePolicy = { close: "never" };
    },
    expected: ["mutation.policy_digest_mismatch"],
  },
  {
    name: "refused-by-a-person",
    slice: "mutation",
    from: FULL_TURN,
    change: ({ call }) => {
      const { asked, ran, result } = call("tc-3");
      asked.permission.decision = "refused";
      ran.outcome = "denied";
      delete ran.shell;
      result.errorCode = "Denied";
    },
    expected: ["tool.unknown_or_disallowed"],
    answer: "continue",
  },
  {
    name: "payload-kept-in-silence",
    slice: "observability",
    from: turns.SILENT_TURN,
    change: (turn) => {
      turn.call("tc-2").result.payload = { replaced: 1 };
    },
    expected: ["governance.trace_mode_violation"],
  },
  {
    name: "everything-kept-in-silence",
    slice: "observability",
    from: FULL_TURN,
    change: ({ spec }) => {
      spec.governance.observability.mode = "disabled";
    },
    expected: ["governance.trace_mode_violation"],
  },
  {
    name: "payload-sent-to-a-stranger",
    slice: "observability",
    from: turns.PROCESSOR_TURN,
    change: (turn) => {
      turn.tusk.exports = [{ sink: "elsewhere", carries: "payload" }];
    },
    expected: ["governance.trace_mode_violation"],
  },
  {
    name: "fan-in-with-a-child-open",
    slice: "handoff",
    from: turns.ORCHESTRATOR_TURN,
    change: ({ tusk }) => {
      delete found(tusk.fanOut?.children[0]).join;
    },
    expected: ["tool.join_incomplete"],
  },
  {
    name: "transfer-without-the-plan",
    slice: "handoff",
    from: turns.HANDOFF_TURN,
    change: ({ tusk }) => {
      found(tusk.handoff).existing = [];
    },
    expected: ["handoff.required_artifact_missing"],
  },
  {
    name: "transfer-to-a-stranger-for-good",
    slice: "handoff",
    from: turns.HANDOFF_TURN,
    change: ({ wire }) => {
      wire.handoff = { target: "stranger", requiredArtifactRefs: ["file:///repo/plan.md"] };
    },
    expected: ["handoff.return_path_missing", "handoff.target_not_allowed"],
  },
  {
    name: "specialist-reads-elsewhere",
    slice: "scope",
    from: FULL_TURN,
    change: ({ call }) => {
      call("tc-1").ran.reads = ["/repo/src/parser.ts", "/home/me/.ssh/id_ed25519"];
    },
    expected: ["context.scope_violation"],
  },
  {
    name: "specialist-writes-anothers-docs",
    slice: "scope",
    from: FULL_TURN,
    change: ({ spec, call }) => {
      spec.contextScope.write.push("/repo/docs/**");
      call("tc-2").ran.artifacts = [{ path: "/repo/docs/plan.md", before: hex("c"), after: hex("d") }];
    },
    expected: ["context.scope_violation"],
  },
];
