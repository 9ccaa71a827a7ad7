import {
  admitMutation,
  admitRequests,
  bindSpec,
  type CallSpec,
  closeJoin,
  disposeResults,
  type GuardedRequests,
  guardRequests,
  type JoinClosed,
  type Json,
  mintEscalation,
  mintMandate,
  mintOverride,
  type Mutation,
  type MutationProofs,
  type Permit,
  type Refusal,
  settleResults,
  spendPermit,
  type ToolRequests,
  type ToolResults,
  type ToolUse,
  type Verdict,
} from "#kernel";
import { sha256 } from "#platform";
import { FULL_TURN, type FullTurn } from "../../conformance/full-turn.ts";

/** A store that changes only if the permit could be spent: what the issue memory does, with a Map for a disk. */
export interface MemoryStore {
  readonly rows: ReadonlyMap<string, Json>;
  readonly apply: (permit: unknown, mutation: Mutation) => boolean;
}

/** An empty store. `apply` takes anything for a permit, as code without types does. */
export function memoryStore(): MemoryStore {
  const rows = new Map<string, Json>();
  return {
    rows,
    apply: (permit, mutation) => {
      const spent = spendPermit(permit as Permit, mutation, sha256);
      if (spent) rows.set(mutation.action, mutation.args);
      return spent;
    },
  };
}

export type PermitKind = Permit["kind"];
export const PERMIT_KINDS: readonly PermitKind[] = ["mutation_ready", "mandate", "escalation", "human_override"];

/** One mutation for each kind of permit: its own, and another that the same kind may carry too. */
export const MUTATION_OF: Readonly<Record<PermitKind, { readonly own: Mutation; readonly other: Mutation }>> = {
  mutation_ready: {
    own: { action: "issue.update", args: { id: "bd-7", note: "parser fixed" } },
    other: { action: "issue.close", args: { id: "bd-7" } },
  },
  mandate: {
    own: { action: "issue.claim", args: { id: "bd-7" } },
    other: { action: "issue.claim", args: { id: "bd-8" } },
  },
  escalation: {
    own: { action: "issue.mark_blocked", args: { id: "bd-7" } },
    other: { action: "issue.discover", args: { title: "the parser drops lines" } },
  },
  human_override: {
    own: { action: "issue.close", args: { id: "bd-7" } },
    other: { action: "issue.close", args: { id: "bd-8" } },
  },
};

/** What a verdict admitted; a refusal fails the test that asked. */
export function admitted<Next>(verdict: Verdict<Next>): Next {
  if (!verdict.admitted) throw new Error(`refused: ${JSON.stringify(verdict.refusal.violations)}`);
  return verdict.next;
}

/** Why a verdict refused; an admission fails the test that asked. */
export function refusalOf(verdict: Verdict<unknown>): Refusal {
  if (verdict.admitted) throw new Error("it was admitted");
  return verdict.refusal;
}

/** Every stage of a turn up to the one that is asked for; a refusal on the way fails the test that asked. */
export interface TurnStages {
  readonly spec: CallSpec;
  readonly requests: ToolRequests;
  readonly guarded: GuardedRequests;
  readonly results: ToolResults;
  readonly use: ToolUse;
  readonly join: JoinClosed;
}

/** The stages of a turn that differs from the golden one in these parts, each made when it is asked for. */
export function stagesOf(changed: Partial<FullTurn> = {}): TurnStages {
  const turn = { ...FULL_TURN, ...changed };
  return {
    get spec() {
      return admitted(bindSpec(turn.draft, sha256));
    },
    get requests() {
      return admitted(admitRequests(this.spec, turn.requests, sha256));
    },
    get guarded() {
      return admitted(guardRequests(this.requests, turn.decisions));
    },
    get results() {
      return admitted(settleResults(this.guarded, turn.results));
    },
    get use() {
      return admitted(disposeResults(this.results, turn.use));
    },
    get join() {
      return admitted(closeJoin(this.use, turn.closing));
    },
  };
}

/** The golden turn, closed. */
export function closedJoin(): JoinClosed {
  return stagesOf().join;
}

/** Everything that the golden turn's mutation has to show. */
export const PROOFS: MutationProofs = {
  mutation: MUTATION_OF.mutation_ready.own,
  witnessRef: "witness://3",
  claims: ["capabilities.change_morphisms", "capabilities.change_morphisms.issue_update"],
  activePolicy: FULL_TURN.draft.values.mutationPolicy,
  resolved: [{ ref: "witness://3", digest: `sha256:${"9".repeat(64)}` }],
};

/** A refusal that a door minted. */
export function someRefusal(): Refusal {
  return refusalOf(bindSpec({ ...FULL_TURN.draft, modelRef: "" }, sha256));
}

/** A fresh permit of a kind, for a mutation of that kind. */
export function freshPermit(kind: PermitKind, mutation: Mutation = MUTATION_OF[kind].own): Permit {
  switch (kind) {
    case "mutation_ready":
      return admitted(admitMutation(closedJoin(), { ...PROOFS, mutation }, sha256));
    case "mandate": {
      const source = { kind: "command", commandLine: "tusk run" } as const;
      return permitOf(mintMandate({ actor: "arj", run: "run-1", source, mutation }, sha256));
    }
    case "escalation": {
      const retryPolicyDigest = `pol1_${"4".repeat(64)}`;
      const grant = { refusal: someRefusal(), refusalWitnessRef: "witness://refused", retryPolicyDigest, mutation };
      return permitOf(mintEscalation(grant, sha256));
    }
    case "human_override": {
      const grant = { actor: "arj", reason: "the test is wrong", explicit: true, insideAgentRun: false, mutation };
      return permitOf(mintOverride(grant, sha256));
    }
    default:
      return kind satisfies never;
  }
}

function permitOf<P>(
  minting: { readonly ok: true; readonly permit: P } | { readonly ok: false; readonly reason: string },
): P {
  if (!minting.ok) throw new Error(minting.reason);
  return minting.permit;
}

/** Whether an attempt worked; one that throws did not. */
export function worked(attempt: () => boolean): boolean {
  try {
    return attempt();
  } catch {
    return false;
  }
}
