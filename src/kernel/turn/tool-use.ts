import { digestJson } from "../digest/digest.ts";
import { frozenNativeCopy, NOT_NATIVE } from "../digest/native-copy.ts";
import { isObject, isPlainText, isPlainTextOrAbsent } from "../digest/plain-object.ts";
import type { Disposition } from "../evidence/normalized.ts";
import { ROW_FITS } from "../evidence/read-tusk.ts";
import type {
  HandoffPacket,
  Intent,
  ArtifactRef,
  Outcome,
  TuskEvidence,
  UseEvidence,
} from "../evidence/tusk-evidence.ts";
import type { HandoffObservationInput, ToolUseInput } from "../evidence/wire.ts";
import { NONE } from "../gate/gather.ts";
import { admit, InvariantError, refuseAny, type Verdict, type Violation } from "../gate/verdict.ts";
import { frozenCopy } from "../json/frozen.ts";
import { plainJson } from "../json/plain.ts";
import type { Json } from "../json/value.ts";
import type { Sight } from "../schema/fits.ts";
import { refusingNotJson } from "./draft.ts";
import { type Consumer, deriveDisposition, namedInputs, type UseDisposition, WIRE_WORD } from "./disposition.ts";
import { type Held, held, heldPlain } from "./held.ts";
import type { PlainResults } from "./plain-results.ts";
import { type ResultParts, resultParts, settledPlainly, type ToolResults } from "./tool-results.ts";

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
  readonly wireUse: readonly (ToolUseInput & { readonly disposition: Disposition })[];
  readonly wireHandoff: HandoffObservationInput | undefined;
  readonly consumers: Pick<TuskEvidence, "summary" | "intent" | "handoff">;
  /** Which of them name each call. */
  readonly named: ReadonlyMap<string, readonly Consumer[]>;
  readonly dispositions: ReadonlyMap<string, UseDisposition>;
}

const MINT = Symbol("ToolUse");
let heldBy: (use: ToolUse) => Held<PlainResults, UseParts>;

/** Every result with its derived disposition. Minted by {@link disposeResults} only. */
class ToolUse {
  readonly #parts: Held<PlainResults, UseParts>;
  constructor(holds: Held<PlainResults, UseParts>, mint: symbol) {
    if (mint !== MINT) throw new InvariantError("ToolUse is minted by disposeResults only");
    this.#parts = holds;
    Object.freeze(this);
  }
  /** What became of a result. */
  dispositionOf(toolCallId: string): UseDisposition | undefined {
    return this.#parts.parts().dispositions.get(toolCallId);
  }
  /** Over `{toolCallId, resultDigest, useDisposition, useReason?}` of every result (000 §4.4). */
  get useDigest(): string {
    const { dispositions, use, wireUse, sha256 } = this.#parts.parts();
    const rows = use.map((row, at): Json => {
      const reason = row.reasonCode === undefined ? {} : { useReason: row.reasonCode };
      const useDisposition = dispositions.get(row.toolCallId) ?? null;
      return { toolCallId: row.toolCallId, resultDigest: wireUse[at]?.resultDigest ?? null, useDisposition, ...reason };
    });
    return digestJson(sha256, rows);
  }
  static {
    // A friend of this file, not a member: nobody else reaches what a stage holds, and nobody can replace how.
    heldBy = (use) => use.#parts;
    Object.freeze(this.prototype);
  }
}
export type { ToolUse };

/** What a ToolUse holds. Throws where it is given anything that {@link disposeResults} did not mint. */
export function useParts(use: ToolUse): UseParts {
  return heldBy(use).parts();
}

/** What a plain ToolUse is made of; undefined for others. Throws as {@link useParts} does. */
export function usedPlainly(use: ToolUse): PlainResults | undefined {
  return heldBy(use).plain;
}

/** Derives what became of each result; a note or an input about a result that is not there is refused (K06). */
export function disposeResults(results: ToolResults, draft: UseDraft): Verdict<ToolUse> {
  const plain = settledPlainly(results);
  if (plain !== undefined && namesNothing(draft))
    return admit(
      new ToolUse(
        heldPlain(plain, () => dispose(resultParts(results), {})),
        MINT,
      ),
    );
  const parts = resultParts(results);
  return refusingNotJson("evidence.tusk.use", () => {
    const judged = dispose(parts, draft);
    return judged.admitted ? admit(new ToolUse(held(judged.next), MINT)) : judged;
  });
}

/** Every result was only observed, and nobody says more about one. */
function namesNothing(draft: UseDraft): boolean {
  if (!isObject(draft)) return false;
  const { summary, intent, handoff, notes } = draft;
  return summary === undefined && intent === undefined && handoff === undefined && notes === undefined;
}

function dispose(parts: ResultParts, draft: UseDraft): Verdict<UseParts> {
  const sight = { native: parts.usual };
  const consumers = consumersOf(draft, sight);
  const named = namedInputs(consumers);
  const { notes } = draft;
  const refused = isEmpty(notes) && named.size === 0 ? undefined : refuseAny(draftProblems(parts, draft, named));
  if (refused !== undefined) return refused;
  // Of several notes on one result the last one counts.
  const noteOf = new Map(notes?.map((note) => [note.toolCallId, note]));
  const use: UseEvidence[] = [];
  const wireUse: UseParts["wireUse"][number][] = [];
  const dispositions = new Map<string, UseDisposition>();
  for (let at = 0; at < parts.results.length; at++) {
    const toolCallId = parts.results[at]?.toolCallId ?? "";
    const consumedBy = named.get(toolCallId) ?? NONE;
    const note = noteOf.get(toolCallId);
    const evidence = note === undefined ? plainUse(toolCallId, consumedBy) : notedUse(note, consumedBy);
    const disposition = deriveDisposition(evidence, consumedBy);
    use.push(evidence);
    wireUse.push(wireRow(toolCallId, disposition, parts.resultDigests[at]));
    dispositions.set(toolCallId, disposition);
  }
  const handoff = draft.handoff === undefined ? undefined : wireHandoff(draft.handoff, sight);
  return admit({
    ...parts,
    // What lacks its form is told by the join, which reads everything. Without a note there is nothing that could lack it.
    usual: (isEmpty(notes) || ROW_FITS.use(plainJson(use), sight)) && sight.native,
    consumers,
    named,
    dispositions,
    use,
    wireUse,
    wireHandoff: handoff,
  });
}

/** A use that nobody says more about, keys in canonical order. */
function plainUse(toolCallId: string, consumedBy: readonly Consumer[]): UseEvidence {
  return Object.freeze(consumedBy.length === 0 ? { toolCallId } : { consumedBy, toolCallId });
}

function notedUse(note: UseNote, consumedBy: readonly Consumer[]): UseEvidence {
  return frozenCopy<UseEvidence>(consumedBy.length === 0 ? note : { ...note, consumedBy });
}

function isEmpty(notes: UseDraft["notes"]): boolean {
  return notes === undefined || notes.length === 0;
}

function wireRow(
  toolCallId: string,
  disposition: UseDisposition,
  resultDigest: string | undefined,
): UseParts["wireUse"][number] {
  const word = WIRE_WORD[disposition];
  if (resultDigest === undefined) return Object.freeze({ toolCallId, disposition: word });
  return Object.freeze({ toolCallId, disposition: word, resultDigest });
}

const NO_CONSUMERS: UseParts["consumers"] = Object.freeze({});

function consumersOf({ summary, intent, handoff }: UseDraft, sight: Sight): UseParts["consumers"] {
  if (summary === undefined && intent === undefined && handoff === undefined) return NO_CONSUMERS;
  const consumers = {
    ...(summary === undefined ? {} : { summary }),
    ...(intent === undefined ? {} : { intent }),
    ...(handoff === undefined ? {} : { handoff: { packet: handoff.packet, existing: handoff.existing } }),
  };
  const copy = frozenNativeCopy(consumers);
  // Earned: a copy has the type of what it is a copy of.
  if (copy !== NOT_NATIVE) return copy as UseParts["consumers"];
  sight.native = false;
  return frozenCopy(consumers);
}

function wireHandoff({ target, returnPathRef, packet }: HandoffDraft, sight: Sight): HandoffObservationInput {
  // It is copied with the rest of the evidence only: what is no text must not get past the live rules before.
  if (!isPlainText(target) || !isPlainTextOrAbsent(returnPathRef)) sight.native = false;
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
  const outcomes = new Map<string, Outcome>();
  for (const { toolCallId, outcome } of results) outcomes.set(toolCallId, outcome);
  const problems: Violation[] = [];
  for (const { toolCallId: subject } of notes) {
    if (outcomes.has(subject)) continue;
    const note = "a use of a result that does not exist";
    problems.push({ class: "tool.use_without_result", answer: "stop", subject, path: "evidence.tusk.use", note });
  }
  for (const [subject, consumers] of named) {
    const outcome = outcomes.get(subject);
    if (outcome !== undefined && outcome !== "interrupted") continue;
    const note = `${consumers.join(", ")} rests on ${outcome === undefined ? "a result that does not exist" : "an unknown effect"}`;
    problems.push({ class: "tool.use_unknown_result", answer: "stop", subject, path: "evidence.tusk.use", note });
  }
  return problems;
}
