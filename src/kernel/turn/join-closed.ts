import { NotJsonError } from "../digest/canonical.ts";
import { digestJson, type Sha256 } from "../digest/digest.ts";
import type { GuardEvidence, TuskEvidence } from "../evidence/tusk-evidence.ts";
import { normalizeEvidence } from "../evidence/normalize.ts";
import type { GovernanceProfileInput, JoinCheckInput } from "../evidence/wire.ts";
import type { TurnFacts } from "../gate/facts.ts";
import { type JoinReport, judgeFull } from "../gate/join-check.ts";
import { type JoinWitness, joinWitness } from "../gate/join-witness.ts";
import { InvariantError, refuse, type Verdict, verdictOf } from "../gate/verdict.ts";
import { frozenCopy } from "../json/frozen.ts";
import type { Json } from "../json/value.ts";
import { type ToolUse, type UseParts, useParts } from "./tool-use.ts";
import { type TurnValues, withValues } from "./turn-values.ts";
import { withhold } from "./zero-retention.ts";
import { plainJson } from "../json/plain.ts";

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

const MINT = Symbol("JoinClosed");
let factsOf: (join: JoinClosed) => TurnFacts;

interface JoinParts {
  readonly input: JoinCheckInput;
  readonly report: JoinReport & { readonly evidenceDigest: string };
  readonly facts: TurnFacts;
}

/** A turn that closed in the `full` profile, every due rule seen to hold. Minted by {@link closeJoin} only. */
class JoinClosed {
  readonly #parts: JoinParts;
  constructor(parts: JoinParts, mint: symbol) {
    if (mint !== MINT) throw new InvariantError("JoinClosed is minted by closeJoin only");
    this.#parts = parts;
    Object.freeze(this);
  }
  /** The evidence as `harness-join-check` reads it. */
  get evidence(): JoinCheckInput {
    return this.#parts.input;
  }
  get evidenceDigest(): string {
    return this.#parts.report.evidenceDigest;
  }
  /** A copy that nobody can change: what was judged stays what was judged. */
  get report(): JoinReport {
    return frozenCopy(this.#parts.report);
  }
  get witness(): JoinWitness {
    return joinWitness(this.report);
  }
  static {
    // A friend of this file, not a member: nobody else reaches what a stage holds, and nobody can replace how.
    factsOf = (join) => join.#parts.facts;
    Object.freeze(this.prototype);
  }
}
export type { JoinClosed };

/** What the join was judged on. Throws where it is given anything that {@link closeJoin} did not mint. */
export function joinFacts(join: JoinClosed): TurnFacts {
  return factsOf(join);
}

/** Lays the whole turn out as evidence and judges it as a file would be judged: closed, or every violation (K07). */
export function closeJoin(use: ToolUse, closing: TurnClosing): Verdict<JoinClosed> {
  const parts = useParts(use);
  try {
    const { input, memory } = evidenceOf(parts, closing);
    const normalization = normalizeEvidence(input.evidence, parts.sha256);
    if (!normalization.ok) return unusable(parts, normalization.reason);
    const turn = { input, tusk: input.evidence.tusk ?? null, normalization };
    const judged = judgeFull(turn, parts.sha256, { origin: "live", values: (digest) => memory[digest] });
    if (!judged.ok) return unusable(parts, judged.reason);
    return verdictOf(
      judged.report.checks,
      () => new JoinClosed({ input, report: judged.report, facts: judged.facts }, MINT),
    );
  } catch (stop) {
    if (!(stop instanceof NotJsonError)) throw stop;
    return unusable(parts, stop.message);
  }
}

/** The evidence as it may be stored, and what stays in memory: nothing, unless a zero-retention mode withholds it. */
function evidenceOf(
  parts: UseParts,
  closing: TurnClosing,
): { readonly input: JoinCheckInput; readonly memory: TurnValues } {
  const { sha256, spec, shownTexts, values } = parts;
  const next = [...closing.reminderQueues.map((row) => row.reduced), ...closing.stateViews.map((row) => row.view)];
  const ofTurn = jsonValues(withValues(shownTexts, closing.values, sha256), next, sha256);
  if (spec.values.governance.observability.mode === "dashboard")
    return { input: layOut(parts, closing, { ...values, ...ofTurn }), memory: {} };
  const withheld = withhold(parts);
  return { input: layOut(withheld.parts, closing, values), memory: { ...ofTurn, ...withheld.memory } };
}

/** The evidence of a turn, readable by the reference and by the full profile. */
function layOut(parts: UseParts, closing: TurnClosing, values: TurnValues): JoinCheckInput {
  const { spec, sha256, wireHandoff } = parts;
  const queues = closing.reminderQueues.map(({ queueId, reduced }) => {
    return { queueId, reducedDigest: digestJson(sha256, reduced), policyDigest: spec.wire.reminderQueuePolicyDigest };
  });
  const views = closing.stateViews.map(({ viewId, view, sourceRefs = [] }) => {
    return { viewId, viewDigest: digestJson(sha256, view), policyDigest: spec.wire.stateViewPolicyDigest, sourceRefs };
  });
  const evidence = {
    callSpec: spec.wire,
    toolRequests: parts.wire,
    toolResults: parts.wireResults,
    toolUse: parts.wireUse,
    protocolState: { stopReason: closing.stopReason, continuationAllowed: closing.continuationAllowed },
    ...(wireHandoff === undefined ? {} : { handoff: wireHandoff }),
    toolRender: parts.renders,
    reminderQueue: queues,
    stateViews: views,
    sessionRefs: closing.sessionRefs,
    trajectoryRefs: closing.trajectoryRefs,
    tusk: layOutTusk(parts, closing, values),
  };
  const { governanceProfile } = closing;
  // Copied and frozen as a whole: a report must stay the report on what was judged.
  const input = { evidence, ...(governanceProfile === undefined ? {} : { governanceProfile }) };
  return frozenCopy<JoinCheckInput>(input);
}

function layOutTusk(parts: UseParts, closing: TurnClosing, values: TurnValues): Json {
  const { handoffIn, fanOut, autonomy, checkpoints, compaction, exports } = closing;
  const tusk = {
    schema: 1,
    turn: parts.spec.turn,
    spec: parts.spec.values,
    values,
    requests: parts.rows,
    results: parts.results,
    use: parts.use,
    guards: [...parts.guards, ...closing.guards],
    ...parts.consumers,
    handoffIn,
    fanOut,
    autonomy,
    checkpoints,
    compaction,
    exports,
  };
  // Absent parts are undefined here and gone in the frozen copy.
  return plainJson(tusk);
}

/** Queues and views are hashed as JSON, texts among them too. */
function jsonValues(known: TurnValues, added: readonly Json[], sha256: Sha256): TurnValues {
  return { ...known, ...Object.fromEntries(added.map((value): [string, Json] => [digestJson(sha256, value), value])) };
}

function unusable({ spec }: UseParts, note: string): Verdict<never> {
  const { callId } = spec.wire;
  return refuse([{ class: "tool.schema_invalid", answer: "stop", subject: callId, path: "evidence", note }]);
}
