import type { GuardEvidence, TuskEvidence } from "../evidence/tusk-evidence.ts";
import type { GovernanceProfileInput } from "../evidence/wire.ts";
import type { Json } from "../json/value.ts";

/** How the turn ended and what the next one is built from. Digests are computed from the values given here. */
export interface TurnClosing extends Pick<
  TuskEvidence,
  "handoffIn" | "fanOut" | "autonomy" | "checkpoints" | "compaction" | "exports"
> {
  readonly stopReason: string;
  readonly continuationAllowed: boolean;
  readonly reminderQueues: readonly { readonly queueId: string; readonly reduced: Json }[];
  readonly stateViews: readonly {
    readonly viewId: string;
    readonly view: Json;
    readonly sourceRefs?: readonly string[];
  }[];
  readonly sessionRefs: readonly string[];
  readonly trajectoryRefs: readonly string[];
  /** Guardrail decisions of the stages after pre-flight. */
  readonly guards: readonly GuardEvidence[];
  readonly governanceProfile?: GovernanceProfileInput;
  /** What else the evidence names by digest. */
  readonly values: readonly Json[];
}
