import { type Digest, digestText, type Sha256 } from "../digest/digest.ts";
import { frozenNativeCopy, NOT_NATIVE } from "../digest/native-copy.ts";
import { ROW_FITS } from "../evidence/read-tusk.ts";
import { trimmed } from "../evidence/text.ts";
import type { GuardEvidence, TuskEvidence } from "../evidence/tusk-evidence.ts";
import { type OptionalPart, TUSK_PARTS } from "../evidence/tusk-schema.ts";
import { frozenCopy, frozenText } from "../json/frozen.ts";
import { plainJson } from "../json/plain.ts";
import type { Json } from "../json/value.ts";
import { compileFits } from "../schema/fits.ts";
import type { UseParts } from "./tool-use.ts";
import type { TurnClosing } from "./turn-closing.ts";
import { NO_VALUES, type TurnValues, withValues } from "./turn-values.ts";

/** What the next request is built from: a queue or a view by its name, frozen, with its digest. */
export interface Reduction {
  readonly id: string;
  readonly value: Json;
  readonly digest: Digest;
}

/** The end of a turn, frozen, with everything that is computed from it. */
export interface KeptClosing {
  /** What was given, as nobody can change it any more. */
  readonly closing: TurnClosing;
  readonly queues: readonly Reduction[];
  readonly views: readonly Reduction[];
  /** Those of the closing behind those that looked before anything ran. */
  readonly guards: readonly GuardEvidence[];
  /** What a turn may have or not have. */
  readonly parts: Pick<TuskEvidence, OptionalPart>;
  /** Values that the requests did not bring, by digest: texts shown, values given, queues and views. The last one filed counts. */
  readonly values: ReadonlyMap<string, Json>;
}

/**
 * Keeps the end of a turn that is as usual: every part has the form it must have, and the native writer writes it as ours does.
 * undefined says nothing against a turn: it is then laid out and judged as a file, which says all there is to say.
 */
export function keepClosing(use: UseParts, given: TurnClosing): KeptClosing | undefined {
  const { sha256, shownTexts } = use;
  const { stopReason, continuationAllowed, governanceProfile } = given;
  if (typeof stopReason !== "string" || typeof continuationAllowed !== "boolean") return undefined;
  const queues = given.reminderQueues.map(({ queueId, reduced }) => reduce(queueId, reduced, sha256));
  const views = given.stateViews.map(({ viewId, view }) => reduce(viewId, view, sha256));
  const sources = given.stateViews.map((row) => keptTexts(row.sourceRefs === undefined ? [] : row.sourceRefs));
  const [sessionRefs, trajectoryRefs] = [keptTexts(given.sessionRefs), keptTexts(given.trajectoryRefs)];
  const own = keptGuards(given.guards);
  const parts = keptParts(use, given);
  if (parts === undefined || own === undefined || !haveOwnIds(queues) || !haveOwnIds(views)) return undefined;
  if (sessionRefs === undefined || trajectoryRefs === undefined || sources.includes(undefined)) return undefined;
  const guards = [...use.guards, ...own];
  if (!areGuards(guards)) return undefined;
  const values = withValues(NO_VALUES, given.values, sha256);
  const closing: TurnClosing = {
    ...parts,
    stopReason,
    continuationAllowed,
    reminderQueues: queues.map(({ id, value }) => ({ queueId: id, reduced: value })),
    stateViews: views.map(({ id, value }, at) => ({ viewId: id, view: value, sourceRefs: sources[at] ?? [] })),
    sessionRefs,
    trajectoryRefs,
    guards: own,
    values: Object.values(values),
    ...(governanceProfile === undefined ? {} : { governanceProfile: frozenCopy(governanceProfile) }),
  };
  return { closing, queues, views, guards, parts, values: filed([shownTexts, values], [queues, views]) };
}

function reduce(id: string, value: Json, sha256: Sha256): Reduction {
  const { copy, text } = frozenText(value);
  return { id, value: copy, digest: digestText(sha256, text) };
}

/** A frozen copy that the native writer writes as ours does, or undefined. */
function nativeCopyOf<T extends object>(given: T): T | undefined {
  const copy = frozenNativeCopy(given);
  // Earned: a copy has the type of what it is a copy of.
  return copy === NOT_NATIVE ? undefined : (copy as T);
}

/** Texts, frozen; undefined where one of them is none. */
function keptTexts(given: readonly string[]): readonly string[] | undefined {
  const isText = (text: unknown): boolean => typeof text === "string" && text.isWellFormed();
  const copy = [...given];
  return Array.isArray(given) && copy.every(isText) ? Object.freeze(copy) : undefined;
}

/** Names that normalisation leaves as they are, no two alike. */
function haveOwnIds(rows: readonly Reduction[]): boolean {
  const isOwn = ({ id }: Reduction): boolean => typeof id === "string" && id !== "" && trimmed(id) === id;
  return rows.every(isOwn) && (rows.length < 2 || new Set(rows.map((row) => row.id)).size === rows.length);
}

function keptGuards(given: readonly GuardEvidence[]): readonly GuardEvidence[] | undefined {
  const kept: GuardEvidence[] = [];
  for (const guard of given) {
    const copy = nativeCopyOf(guard);
    if (copy === undefined) return undefined;
    kept.push(copy);
  }
  return Object.freeze(kept);
}

/** The form of a guard, and numbers that tell which came first. */
function areGuards(guards: readonly GuardEvidence[]): boolean {
  const sight = { native: true };
  const fits = ROW_FITS.guards(plainJson(guards), sight) && sight.native;
  return fits && (guards.length < 2 || new Set(guards.map((guard) => guard.seq)).size === guards.length);
}

/** In canonical order. */
const FROM_CLOSING = ["autonomy", "checkpoints", "compaction", "exports", "fanOut", "handoffIn"] as const;
const PARTS_FIT = compileFits(TUSK_PARTS.node);

/** What of the optional parts is there, of the form it must have. */
function keptParts({ consumers }: UseParts, given: TurnClosing): KeptClosing["parts"] | undefined {
  const parts: Record<string, unknown> = { ...consumers };
  for (const name of FROM_CLOSING) {
    const part = given[name];
    if (part !== undefined) parts[name] = nativeCopyOf(part) ?? null;
  }
  // The form refuses everything but these, and what has no native copy.
  return PARTS_FIT(plainJson(parts), { native: true }) ? parts : undefined;
}

/** Values by digest, later ones over earlier ones: a text may have the digest of the value that it writes out. */
function filed(
  values: readonly TurnValues[],
  reductions: readonly (readonly Reduction[])[],
): ReadonlyMap<string, Json> {
  const all = new Map<string, Json>();
  for (const some of values) for (const digest in some) all.set(digest, some[digest] ?? null);
  for (const some of reductions) for (const { digest, value } of some) all.set(digest, value);
  return all;
}
