import type { Json } from "#kernel";
import type { GoldenRow } from "../turn-row.ts";
import type { Change } from "../vector-row.ts";
import { FULL_TURN } from "../full-turn.ts";
import * as turns from "../golden-turns.ts";

const WITHHELD = [
  "tool.schema_invalid",
  "tool.response_truncation_policy_violation",
  "context.queue_policy_violation",
  "context.injection_point_missing",
  "tool.use_unknown_result",
  "runtime.shell_boundary_violation",
] as const;

/** Catalog, attestation and then the whole spec are named by digest and stand among the values. */
const specByDigest: Change = ({ tusk, spec, keep }) => {
  const { attestation } = spec.sandbox;
  Object.assign(spec, { catalog: { $digest: keep(spec.catalog as unknown as Json) } });
  Object.assign(spec.sandbox, { attestation: { $digest: keep(attestation) } });
  Object.assign(tusk, { spec: { $digest: keep(spec as unknown as Json) } });
};

/** Whole turns that close, slice by slice. */
export const GOLDEN_ROWS: readonly GoldenRow[] = [
  {
    name: "issue-updated",
    slices: ["mutation", "modes", "transport", "boundary", "scope", "binding"],
    from: FULL_TURN,
    mutation: true,
  },
  { name: "text-one-call-per-action", slices: ["modes"], from: turns.TEXT_TURN },
  { name: "code-many-calls", slices: ["modes", "callers"], from: turns.CODE_TURN },
  { name: "code-many-calls-failed", slices: ["modes"], from: turns.CODE_FAILED_TURN },
  { name: "parallel-branches-joined", slices: ["modes"], from: turns.PARALLEL_TURN },
  { name: "nothing-called", slices: ["modes"], from: turns.QUIET_TURN },
  { name: "found-by-search", slices: ["discovery"], from: turns.SEARCH_TURN },
  { name: "chosen-tool-called", slices: ["discovery"], from: turns.CHOSEN_TURN },
  { name: "checkpoint-approved", slices: ["limits"], from: turns.CHECKPOINT_TURN },
  { name: "last-turn-ends", slices: ["limits"], from: turns.LAST_TURN },
  { name: "autonomy-earned", slices: ["escalation"], from: turns.AUTONOMOUS_TURN },
  { name: "cut-in-the-middle", slices: ["transport"], from: turns.CUT_TURN },
  { name: "resumed-from-a-handoff", slices: ["continuity"], from: turns.RESUMED_TURN },
  { name: "compacted-under-policy", slices: ["continuity"], from: turns.COMPACTED_TURN },
  { name: "interrupted-and-left-alone", slices: ["continuity"], from: turns.INTERRUPTED_TURN },
  { name: "retried-and-discarded", slices: ["continuity"], from: turns.RETRIED_TURN },
  { name: "three-guard-stages", slices: ["guardrails"], from: turns.GUARDED_TURN },
  { name: "guard-refuses-one-call", slices: ["guardrails"], from: turns.REFUSED_BY_GUARD_TURN },
  { name: "policy-pinned", slices: ["provenance"], from: turns.GOVERNED_TURN },
  { name: "policy-promoted", slices: ["promotion"], from: turns.PROMOTION_TURN, mutation: true },
  { name: "traced-to-a-dashboard", slices: ["observability"], from: turns.DASHBOARD_TURN },
  { name: "stored-for-a-processor", slices: ["observability"], from: turns.PROCESSOR_TURN, withheld: WITHHELD },
  { name: "stored-in-silence", slices: ["observability"], from: turns.SILENT_TURN, withheld: WITHHELD },
  { name: "fan-out-and-fan-in", slices: ["handoff"], from: turns.ORCHESTRATOR_TURN },
  { name: "handed-to-the-tester", slices: ["handoff"], from: turns.HANDOFF_TURN },
  { name: "bound-by-digest", slices: ["binding"], from: turns.SEARCH_TURN, stored: specByDigest },
];
