import type { Digest } from "../digest/digest.ts";
import { frozenNativeCopy, NOT_NATIVE } from "../digest/native-copy.ts";
import { ROW_FITS } from "../evidence/read-tusk.ts";
import { isTrimmed } from "../evidence/text.ts";
import type { GuardEvidence, TuskEvidence } from "../evidence/tusk-evidence.ts";
import { type OptionalPart, TUSK_PARTS } from "../evidence/tusk-schema.ts";
import { frozenCopy, frozenText } from "../json/frozen.ts";
import { plainJson } from "../json/plain.ts";
import type { Json } from "../json/value.ts";
import { compileFits } from "../schema/fits.ts";
import { specParts } from "../spec/call-spec.ts";
import { once } from "./once.ts";
import type { UseParts } from "./tool-use.ts";
import type { TurnClosing } from "./turn-closing.ts";
import { NO_VALUES, type TurnValues, withValues } from "./turn-values.ts";
import { usualGuard } from "./usual-rows.ts";

/** What the next request is built from: a queue or a view by its name, frozen, with its digest. */
export interface Reduction {
  readonly id: string;
  readonly value: Json;
  readonly digest: Digest;
}

/** A view, and what it was made from. */
export interface ViewReduction extends Reduction {
  readonly sourceRefs: readonly string[];
}

/** The end of a turn, frozen, with everything that is computed from it. */
export interface KeptClosing {
  /** What was given, as nobody can change it any more; made when somebody asks. */
  readonly closing: () => TurnClosing;
  readonly protocol: Pick<TurnClosing, "stopReason" | "continuationAllowed">;
  readonly refs: Pick<TurnClosing, "sessionRefs" | "trajectoryRefs">;
  readonly governanceProfile: TurnClosing["governanceProfile"];
  readonly queues: readonly Reduction[];
  readonly views: readonly ViewReduction[];
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
  const { memo } = specParts(use.spec).policies;
  const { stopReason, continuationAllowed } = given;
  if (typeof stopReason !== "string" || typeof continuationAllowed !== "boolean" || !hasLists(given)) return undefined;
  const queues = given.reminderQueues.map(({ queueId, reduced }) =>
    reduce(queueId, reduced, (text) => memo.digest("queue", text)),
  );
  const views = keptViews(given.stateViews, (text) => memo.digest("view", text));
  const refs = keptRefs(given);
  const own = keptGuards(given.guards);
  const parts = keptParts(use, given);
  if (parts === undefined || own === undefined || views === undefined || refs === undefined) return undefined;
  if (!haveOwnIds(queues) || !haveOwnIds(views)) return undefined;
  const guards = use.guards.length === 0 ? own : [...use.guards, ...own];
  if (!haveOwnNumbers(guards)) return undefined;
  const values = withValues(NO_VALUES, given.values, sha256);
  const profile = given.governanceProfile;
  const governanceProfile = profile === undefined ? undefined : frozenCopy(profile);
  const protocol = { continuationAllowed, stopReason };
  const closing = once((): TurnClosing => {
    return {
      ...parts,
      ...protocol,
      ...refs,
      reminderQueues: queues.map(({ id, value }) => ({ queueId: id, reduced: value })),
      stateViews: views.map(({ id, value, sourceRefs }) => ({ viewId: id, view: value, sourceRefs })),
      guards: own,
      values: Object.values(values),
      ...(governanceProfile === undefined ? {} : { governanceProfile }),
    };
  });
  const filed = valuesByDigest([shownTexts, values], [queues, views]);
  return { closing, protocol, refs, governanceProfile, queues, views, guards, parts, values: filed };
}

/** What is no list and can be walked all the same would pass for an empty one here, and for none in a file. */
function hasLists({ guards, reminderQueues, stateViews, values }: TurnClosing): boolean {
  return [guards, reminderQueues, stateViews, values].every((list) => Array.isArray(list));
}

type DigestOf = (text: string) => Digest;

function reduce(id: string, value: Json, digest: DigestOf): Reduction {
  const { copy, text } = frozenText(value);
  return { id, value: copy, digest: digest(text) };
}

const NO_SOURCES: readonly string[] = Object.freeze([]);

function keptViews(given: TurnClosing["stateViews"], digest: DigestOf): readonly ViewReduction[] | undefined {
  const views: ViewReduction[] = [];
  for (const { viewId, view, sourceRefs } of given) {
    const reduced = reduce(viewId, view, digest);
    const sources = sourceRefs === undefined ? NO_SOURCES : keptTexts(sourceRefs);
    if (sources === undefined) return undefined;
    views.push({ id: reduced.id, value: reduced.value, digest: reduced.digest, sourceRefs: sources });
  }
  return views;
}

function keptRefs(given: TurnClosing): KeptClosing["refs"] | undefined {
  const [sessionRefs, trajectoryRefs] = [keptTexts(given.sessionRefs), keptTexts(given.trajectoryRefs)];
  return sessionRefs === undefined || trajectoryRefs === undefined ? undefined : { sessionRefs, trajectoryRefs };
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
  return (
    rows.every(({ id }) => isTrimmed(id)) &&
    (rows.length < 2 || new Set(rows.map((row) => row.id)).size === rows.length)
  );
}

function keptGuards(given: readonly GuardEvidence[]): readonly GuardEvidence[] | undefined {
  const kept: GuardEvidence[] = [];
  for (const guard of given) {
    const copy = usualGuard(guard) ?? longGuard(guard);
    if (copy === undefined) return undefined;
    kept.push(copy);
  }
  return Object.freeze(kept);
}

/** A guard in the long way; undefined where it lacks its form. */
function longGuard(guard: GuardEvidence): GuardEvidence | undefined {
  const copy = nativeCopyOf(guard);
  const sight = { native: true };
  return copy !== undefined && ROW_FITS.guards(plainJson([copy]), sight) && sight.native ? copy : undefined;
}

/** Numbers that tell which came first. */
function haveOwnNumbers(guards: readonly GuardEvidence[]): boolean {
  return guards.length < 2 || new Set(guards.map((guard) => guard.seq)).size === guards.length;
}

/** In canonical order. */
const FROM_CLOSING = ["autonomy", "checkpoints", "compaction", "exports", "fanOut", "handoffIn"] as const;
const PARTS_FIT = compileFits(TUSK_PARTS.node);

/** What of the optional parts is there, of the form it must have. */
function keptParts({ consumers }: UseParts, given: TurnClosing): KeptClosing["parts"] | undefined {
  const parts: Record<string, unknown> = { ...consumers };
  let isEmpty = consumers.summary === undefined && consumers.intent === undefined && consumers.handoff === undefined;
  for (const name of FROM_CLOSING) {
    const part = given[name];
    if (part === undefined) continue;
    isEmpty = false;
    parts[name] = nativeCopyOf(part) ?? null;
  }
  if (isEmpty) return parts;
  // The form refuses everything but these, and what has no native copy.
  return PARTS_FIT(plainJson(parts), { native: true }) ? parts : undefined;
}

/** Values by digest, later ones over earlier ones: a text may have the digest of the value that it writes out. */
function valuesByDigest(
  values: readonly TurnValues[],
  reductions: readonly (readonly Reduction[])[],
): ReadonlyMap<string, Json> {
  const all = new Map<string, Json>();
  for (const some of values) for (const digest in some) all.set(digest, some[digest] ?? null);
  for (const some of reductions) for (const { digest, value } of some) all.set(digest, value);
  return all;
}
