import { digestJson } from "../digest/digest.ts";
import type { HandoffPacket, Intent, ArtifactRef, TuskEvidence, UseEvidence } from "../evidence/tusk-evidence.ts";
import type { HandoffObservationInput, ToolUseInput } from "../evidence/wire.ts";
import { admit, InvariantError, refuse, type Verdict, type Violation } from "../gate/verdict.ts";
import { frozenCopy } from "../json/frozen.ts";
import type { Json } from "../json/value.ts";
import { refusingNotJson } from "./draft.ts";
import { deriveDisposition, namedInputs, type UseDisposition, WIRE_WORD } from "./disposition.ts";
import { type ResultParts, resultParts, type ToolResults } from "./tool-results.ts";

/** What is known about a result that nothing names: why it was discarded, or that it is tried again. */
export type UseNote = Omit<UseEvidence, "consumedBy">;

/** A transfer of work: where to, with what, and what of it exists now. */
export interface HandoffDraft {
  readonly target: string;
  readonly returnPathRef?: string;
  readonly packet: HandoffPacket;
  readonly existing: readonly ArtifactRef[];
}

/** What the turn made of its results. Dispositions are derived from it (K06); there is no field to choose one. */
export interface UseDraft {
  readonly summary?: NonNullable<TuskEvidence["summary"]>;
  readonly intent?: Intent;
  readonly handoff?: HandoffDraft;
  readonly notes?: readonly UseNote[];
}

/** What a ToolUse holds. */
export interface UseParts extends ResultParts {
  readonly use: readonly UseEvidence[];
  readonly wireUse: readonly ToolUseInput[];
  readonly wireHandoff: HandoffObservationInput | undefined;
  readonly consumers: Pick<TuskEvidence, "summary" | "intent" | "handoff">;
}

const MINT = Symbol("ToolUse");
let partsOf: (use: ToolUse) => UseParts;

/** Every result with its derived disposition. Minted by {@link disposeResults} only. */
class ToolUse {
  readonly #parts: UseParts;
  readonly #dispositions: ReadonlyMap<string, UseDisposition>;
  constructor(parts: UseParts, dispositions: ReadonlyMap<string, UseDisposition>, mint: symbol) {
    if (mint !== MINT) throw new InvariantError("ToolUse is minted by disposeResults only");
    this.#parts = parts;
    this.#dispositions = dispositions;
    Object.freeze(this);
  }
  /** What became of a result. */
  dispositionOf(toolCallId: string): UseDisposition | undefined {
    return this.#dispositions.get(toolCallId);
  }
  /** Over `{toolCallId, resultDigest, useDisposition, useReason?}` of every result (000 §4.4). */
  get useDigest(): string {
    const { use, wireUse, sha256 } = this.#parts;
    const rows = use.map((row, at): Json => {
      const reason = row.reasonCode === undefined ? {} : { useReason: row.reasonCode };
      const useDisposition = this.#dispositions.get(row.toolCallId) ?? null;
      return { toolCallId: row.toolCallId, resultDigest: wireUse[at]?.resultDigest ?? null, useDisposition, ...reason };
    });
    return digestJson(sha256, rows);
  }
  static {
    // A friend of this file, not a member: nobody else reaches what a stage holds, and nobody can replace how.
    partsOf = (use) => use.#parts;
    Object.freeze(this.prototype);
  }
}
export type { ToolUse };

/** What a ToolUse holds. Throws where it is given anything that {@link disposeResults} did not mint. */
export function useParts(use: ToolUse): UseParts {
  return partsOf(use);
}

/** Derives what became of each result; a note or an input about a result that is not there is refused (K06). */
export function disposeResults(results: ToolResults, draft: UseDraft): Verdict<ToolUse> {
  const parts = resultParts(results);
  return refusingNotJson("evidence.tusk.use", () => dispose(parts, draft));
}

function dispose(parts: ResultParts, draft: UseDraft): Verdict<ToolUse> {
  const consumers = consumersOf(draft);
  const named = namedInputs(consumers);
  const [first, ...rest] = draftProblems(parts, draft, named);
  if (first !== undefined) return refuse([first, ...rest]);
  const notes = new Map((draft.notes ?? []).map((note) => [note.toolCallId, note]));
  const rows = parts.results.map(({ toolCallId }, at) => {
    const consumedBy = named.get(toolCallId) ?? [];
    const evidence: UseEvidence = {
      toolCallId,
      ...notes.get(toolCallId),
      ...(consumedBy.length === 0 ? {} : { consumedBy }),
    };
    return {
      evidence,
      disposition: deriveDisposition(evidence, consumedBy),
      resultDigest: parts.resultDigests[at],
    };
  });
  const next: UseParts = {
    ...parts,
    consumers,
    use: rows.map((row) => frozenCopy(row.evidence)),
    wireUse: rows.map(({ evidence, disposition, resultDigest }) => {
      const digest = resultDigest === undefined ? {} : { resultDigest };
      return Object.freeze({ toolCallId: evidence.toolCallId, disposition: WIRE_WORD[disposition], ...digest });
    }),
    wireHandoff: draft.handoff === undefined ? undefined : wireHandoff(draft.handoff),
  };
  return admit(new ToolUse(next, new Map(rows.map((row) => [row.evidence.toolCallId, row.disposition])), MINT));
}

function consumersOf({ summary, intent, handoff }: UseDraft): UseParts["consumers"] {
  return frozenCopy({
    ...(summary === undefined ? {} : { summary }),
    ...(intent === undefined ? {} : { intent }),
    ...(handoff === undefined ? {} : { handoff: { packet: handoff.packet, existing: handoff.existing } }),
  });
}

function wireHandoff({ target, returnPathRef, packet }: HandoffDraft): HandoffObservationInput {
  return Object.freeze({
    target,
    requiredArtifactRefs: packet.artifacts.map((artifact) => artifact.ref),
    ...(returnPathRef === undefined ? {} : { returnPathRef }),
  });
}

function draftProblems(
  { results }: ResultParts,
  { notes = [] }: UseDraft,
  named: ReadonlyMap<string, readonly string[]>,
): readonly Violation[] {
  const outcomes = new Map(results.map((row) => [row.toolCallId, row.outcome]));
  const unknownNotes = notes.flatMap(({ toolCallId }): Violation[] => {
    if (outcomes.has(toolCallId)) return [];
    const note = "a use of a result that does not exist";
    return [{ class: "tool.use_without_result", answer: "stop", subject: toolCallId, path: "evidence.tusk.use", note }];
  });
  const unusable = [...named].flatMap(([subject, consumers]): Violation[] => {
    const outcome = outcomes.get(subject);
    if (outcome !== undefined && outcome !== "interrupted") return [];
    const note = `${consumers.join(", ")} rests on ${outcome === undefined ? "a result that does not exist" : "an unknown effect"}`;
    return [{ class: "tool.use_unknown_result", answer: "stop", subject, path: "evidence.tusk.use", note }];
  });
  return [...unknownNotes, ...unusable];
}
