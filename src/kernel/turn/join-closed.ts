import { NotJsonError } from "../digest/canonical.ts";
import { normalizeEvidence } from "../evidence/normalize.ts";
import type { JoinCheckInput } from "../evidence/wire.ts";
import { allHold, allHoldLive } from "../gate/all-hold.ts";
import type { TurnFacts } from "../gate/facts.ts";
import { type JoinReport, judgeFull, reportOf } from "../gate/join-check.ts";
import { type JoinWitness, joinWitness } from "../gate/join-witness.ts";
import { admit, InvariantError, refuse, type Verdict, verdictOf } from "../gate/verdict.ts";
import { frozenCopy } from "../json/frozen.ts";
import { specParts } from "../spec/call-spec.ts";
import { proven } from "./held.ts";
import { keepClosing } from "./kept-closing.ts";
import { evidenceOf } from "./lay-out.ts";
import { liveTurn } from "./live-turn.ts";
import { once } from "./once.ts";
import { plainClosing } from "./plain-closing.ts";
import { plainEvidenceDigest } from "./plain-evidence.ts";
import type { PlainResults } from "./plain-results.ts";
import { type ToolUse, usedPlainly, type UseParts, useParts } from "./tool-use.ts";
import type { TurnClosing } from "./turn-closing.ts";

export type { TurnClosing };

const MINT = Symbol("JoinClosed");
let partsOf: (join: JoinClosed) => JoinParts;

type FullReport = JoinReport & { readonly evidenceDigest: string };

/** What was judged, and what is made of it when somebody asks. All of it rests on frozen parts, so that it is always the same. */
interface JoinParts {
  readonly facts: TurnFacts;
  readonly input: () => JoinCheckInput;
  readonly evidenceDigest: () => string;
  readonly report: () => FullReport;
}

/** What a join holds. */
interface HeldJoin {
  parts(): JoinParts;
  evidenceDigest(): string;
}

/** A plain turn: its digest needs nothing of what judging it once more would give. Each is made when somebody asks, and never again. */
class PlainJoin implements HeldJoin {
  readonly #use: ToolUse;
  readonly #plain: PlainResults;
  readonly #closing: TurnClosing;
  #parts: JoinParts | undefined;
  #digest: string | undefined;
  constructor(use: ToolUse, plain: PlainResults, closing: TurnClosing) {
    this.#use = use;
    this.#plain = plain;
    this.#closing = closing;
  }
  parts(): JoinParts {
    return (this.#parts ??= proven(judge(useParts(this.#use), this.#closing)));
  }
  evidenceDigest(): string {
    return (this.#digest ??= plainEvidenceDigest(this.#plain, this.#closing) ?? this.parts().evidenceDigest());
  }
}

/** A turn that closed in the `full` profile, every due rule seen to hold. Minted by {@link closeJoin} only. */
class JoinClosed {
  readonly #parts: HeldJoin;
  constructor(holds: HeldJoin, mint: symbol) {
    if (mint !== MINT) throw new InvariantError("JoinClosed is minted by closeJoin only");
    this.#parts = holds;
    Object.freeze(this);
  }
  /** The evidence as `harness-join-check` reads it. */
  get evidence(): JoinCheckInput {
    return this.#parts.parts().input();
  }
  get evidenceDigest(): string {
    return this.#parts.evidenceDigest();
  }
  /** A copy that nobody can change: what was judged stays what was judged. */
  get report(): JoinReport {
    return this.#parts.parts().report();
  }
  get witness(): JoinWitness {
    return joinWitness(this.report);
  }
  static {
    // A friend of this file, not a member: nobody else reaches what a stage holds, and nobody can replace how.
    partsOf = (join) => join.#parts.parts();
    Object.freeze(this.prototype);
  }
}
export type { JoinClosed };

/** What the join was judged on. Throws where it is given anything that {@link closeJoin} did not mint. */
export function joinFacts(join: JoinClosed): TurnFacts {
  return partsOf(join).facts;
}

/** Judges the whole turn as its file would be judged: closed, or every violation (K07). */
export function closeJoin(use: ToolUse, closing: TurnClosing): Verdict<JoinClosed> {
  const plain = usedPlainly(use);
  const kept = plain === undefined ? undefined : plainClosing(plain, closing);
  if (plain === undefined || kept === undefined) return minted(judge(useParts(use), closing));
  return admit(new JoinClosed(new PlainJoin(use, plain, kept), MINT));
}

function minted(judged: Verdict<JoinParts>): Verdict<JoinClosed> {
  if (!judged.admitted) return judged;
  const { next } = judged;
  return admit(new JoinClosed({ parts: () => next, evidenceDigest: next.evidenceDigest }, MINT));
}

function judge(parts: UseParts, closing: TurnClosing): Verdict<JoinParts> {
  const live = closedLive(parts, closing);
  return live === undefined ? judgeAsFile(parts, closing) : admit(live);
}

/**
 * The turn, where it is as usual and every rule holds on the facts of its stages. undefined says nothing against it: what is
 * unusual, and what does not hold, is for its file to say.
 */
function closedLive(parts: UseParts, closing: TurnClosing): JoinParts | undefined {
  const { policies } = specParts(parts.spec);
  const isUsual =
    parts.usual &&
    policies.resolved &&
    policies.sha256 === parts.sha256 &&
    policies.values.governance.observability.mode === "dashboard";
  if (!isUsual) return undefined;
  try {
    const kept = keepClosing(parts, closing);
    if (kept === undefined) return undefined;
    const { facts, evidenceDigest, normalized, overlaid } = liveTurn(parts, kept);
    // The rules of requests and guards were seen to hold on these very facts by their doors: guards that come later add looks only.
    if (overlaid && !allHold("requests", facts)) return undefined;
    if (!allHoldLive(facts, policies.seen.held)) return undefined;
    policies.seen.held = true;
    const input = once(() => evidenceOf(parts, kept.closing()).input);
    const report = once(() => frozenCopy(reportOf(facts, normalized(), evidenceDigest())));
    return { facts, evidenceDigest, input, report };
  } catch (stop) {
    if (stop instanceof InvariantError) throw stop;
    return undefined;
  }
}

/** Lays the whole turn out as evidence and judges it as a file. What {@link closeJoin} says is what this says. */
export function closeAsFile(use: ToolUse, closing: TurnClosing): Verdict<JoinClosed> {
  return minted(judgeAsFile(useParts(use), closing));
}

function judgeAsFile(parts: UseParts, closing: TurnClosing): Verdict<JoinParts> {
  try {
    const { input, memory } = evidenceOf(parts, closing);
    const normalization = normalizeEvidence(input.evidence, parts.sha256);
    if (!normalization.ok) return unusable(parts, normalization.reason);
    const turn = { input, tusk: input.evidence.tusk ?? null, normalization };
    const judged = judgeFull(turn, parts.sha256, { origin: "live", values: (digest) => memory[digest] });
    if (!judged.ok) return unusable(parts, judged.reason);
    const { report, facts } = judged;
    const made = { facts, input: () => input, evidenceDigest: () => report.evidenceDigest };
    return verdictOf(report.checks, () => ({ ...made, report: once(() => frozenCopy(report)) }));
  } catch (stop) {
    if (!(stop instanceof NotJsonError)) throw stop;
    return unusable(parts, stop.message);
  }
}

function unusable({ spec }: UseParts, note: string): Verdict<never> {
  const { callId } = spec.wire;
  return refuse([{ class: "tool.schema_invalid", answer: "stop", subject: callId, path: "evidence", note }]);
}
