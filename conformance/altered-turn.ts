import {
  type Answer,
  byCodePoint,
  type CheckRow,
  digestJson,
  digestText,
  type FailClass,
  type Float,
  type JoinCheckInput,
  type JoinReport,
  type Json,
  judgeFull,
  judgeJoin,
  judgeMutation,
  type MutationInput,
  normalizeEvidence,
  type RequestEvidence,
  type ResultEvidence,
  type SpecValues,
  type TuskEvidence,
  type TypestateEvidenceInput,
} from "#kernel";
import { sha256 } from "#platform";
import { FULL_TURN, type FullTurn, sendThrough } from "./full-turn.ts";

/** A value that tests may change. Lists and objects lose their `readonly`, numbers and texts stay. */
export type Draft<T> = T extends Float
  ? T
  : T extends readonly (infer Item)[]
    ? Draft<Item>[]
    : T extends object
      ? { -readonly [K in keyof T]: Draft<T[K]> }
      : T;

type Surface = "toolRequests" | "toolResults" | "toolUse" | "toolRender" | "reminderQueue" | "stateViews";
type WireDraft = Draft<Omit<TypestateEvidenceInput, "tusk" | Surface>> &
  Draft<Required<Pick<TypestateEvidenceInput, Surface>>>;
type TuskDraft = Draft<TuskEvidence> & { values: Record<string, Json> };

/** A file whose `tusk` is typed, ready to be changed. */
export interface FileDraft extends Draft<Omit<JoinCheckInput, "evidence">> {
  evidence: WireDraft & { tusk: TuskDraft };
}

/** All rows about one call; one that is not there fails the test that asked for it. */
export interface CallDraft {
  readonly asked: Draft<RequestEvidence>;
  readonly request: WireDraft["toolRequests"][number];
  readonly ran: Draft<ResultEvidence>;
  readonly result: WireDraft["toolResults"][number];
  readonly used: TuskDraft["use"][number];
  readonly use: WireDraft["toolUse"][number];
  readonly render: WireDraft["toolRender"][number];
}

/** The golden turn's file under alteration, with names for the parts that tests change. */
export interface TurnDraft {
  readonly file: FileDraft;
  readonly wire: FileDraft["evidence"];
  readonly tusk: TuskDraft;
  readonly spec: Draft<SpecValues>;
  readonly call: (id: string) => CallDraft;
  readonly tool: (name: string) => Draft<SpecValues["catalog"][number]>;
  /** Files a value under its digest, and gives the digest. */
  readonly keep: (value: Json) => string;
  /** Files a text under the digest of its bytes, and gives the digest. */
  readonly keepText: (text: string) => string;
}

/** What an honest producer recomputes; `false` leaves what is there. */
export interface Honesty {
  readonly callId?: boolean;
  readonly policyDigests?: boolean;
}

/** A deep copy of a turn's file (the golden one) with one change, and with what an honest producer would recompute. */
export function altered(
  change: (turn: TurnDraft) => void,
  honest: Honesty = {},
  turn: FullTurn = FULL_TURN,
): JoinCheckInput {
  return alteredFile(closedFile(turn), change, honest);
}

/** The same over a file that is there already. */
export function alteredFile(
  given: JoinCheckInput,
  change: (turn: TurnDraft) => void,
  honest: Honesty = {},
): JoinCheckInput {
  // Earned: the file of a closed join holds every list and a tusk of this form.
  const file = structuredClone(given) as unknown as FileDraft;
  change(draftOf(file));
  const { callSpec, tusk } = file.evidence;
  const { spec } = tusk;
  if (honest.policyDigests !== false) rebind(file, spec);
  if (honest.callId !== false) callSpec.callId = callIdOf(tusk.turn, spec);
  return file;
}

/** The call id that a session, a spec and an index derive; the catalog counts in the order of its names. */
export function callIdOf(turn: { readonly sessionId: string; readonly index: number }, spec: SpecValues): string {
  const digest = digestOf({ session: turn.sessionId, spec: specDigestOf(spec), turn: turn.index });
  return `call1_${digest.slice("sha256:".length)}`;
}

/** The digest of a spec, whatever order its catalog is in. */
export function specDigestOf(spec: SpecValues): string {
  // A spec without its catalog is a test of what cannot be read.
  const catalog = Array.isArray(spec.catalog) ? spec.catalog.toSorted((a, b) => byCodePoint(a.name, b.name)) : [];
  return digestOf({ ...spec, catalog });
}

/** The digest of a JSON value. */
export function digestOf(value: unknown): string {
  return digestJson(sha256, value as Json);
}

/** The digest of a text's bytes. */
export function textDigestOf(text: string): string {
  return digestText(sha256, text);
}

/** A digest of nothing in particular. */
export function hex(letter: string): string {
  return `sha256:${letter.repeat(64)}`;
}

/** The file of a turn that closes; one that does not fails the test that asked. */
export function closedFile(turn: FullTurn = FULL_TURN): JoinCheckInput {
  const verdict = sendThrough(turn);
  if (!verdict.admitted) throw new Error(`the turn does not close: ${JSON.stringify(verdict.refusal.violations)}`);
  return verdict.next.evidence;
}

function draftOf(file: FileDraft): TurnDraft {
  const { evidence: wire } = file;
  const { tusk } = wire;
  const keepAs = (digest: string, value: Json): string => {
    tusk.values[digest] = value;
    return digest;
  };
  return {
    file,
    wire,
    tusk,
    spec: tusk.spec,
    call: (id) => ({
      get asked() {
        return rowOf(tusk.requests, id);
      },
      get request() {
        return rowOf(wire.toolRequests, id);
      },
      get ran() {
        return rowOf(tusk.results, id);
      },
      get result() {
        return rowOf(wire.toolResults, id);
      },
      get used() {
        return rowOf(tusk.use, id);
      },
      get use() {
        return rowOf(wire.toolUse, id);
      },
      get render() {
        return rowOf(wire.toolRender, id);
      },
    }),
    tool: (name) =>
      found(
        tusk.spec.catalog.find((row) => row.name === name),
        name,
      ),
    keep: (value) => keepAs(digestOf(value), value),
    keepText: (text) => keepAs(textDigestOf(text), text),
  };
}

function rowOf<Row extends { toolCallId: string }>(rows: readonly Row[], id: string): Row {
  return found(
    rows.find((row) => row.toolCallId === id),
    id,
  );
}

/** What is there; a test that takes something for there that is not fails. */
export function found<T>(value: T | undefined, what = "what the test needs"): T {
  if (value === undefined) throw new Error(`there is no ${what}`);
  return value;
}

/** Policy digests everywhere they stand, computed from the bound policies. */
function rebind({ evidence }: FileDraft, spec: Draft<SpecValues>): void {
  const { callSpec } = evidence;
  callSpec.mutationPolicyDigest = digestOf(spec.mutationPolicy);
  callSpec.governancePolicyDigest = digestOf(spec.governance);
  callSpec.toolRenderProtocolDigest = digestOf(spec.renderProtocol);
  callSpec.reminderQueuePolicyDigest = digestOf(spec.reminderQueuePolicy);
  callSpec.stateViewPolicyDigest = digestOf(spec.stateViewPolicy);
  callSpec.decompositionPolicyDigest = digestOf(spec.decompositionPolicy);
  for (const row of evidence.toolRender) row.policyDigest = callSpec.toolRenderProtocolDigest;
  for (const row of evidence.reminderQueue) row.policyDigest = callSpec.reminderQueuePolicyDigest;
  for (const row of evidence.stateViews) row.policyDigest = callSpec.stateViewPolicyDigest;
}

/** One finding of one class, as tests compare it. */
export interface Trip {
  readonly class: FailClass;
  readonly answer: Answer;
  readonly subject: string;
  readonly path: string;
  readonly note: string;
}

/** How {@link tripsOf} calls a turn: its own id is a digest that no test can read. */
export const THE_TURN = "the turn";

/** One way to alter the golden turn, and everything that trips on it; none means that it is still accepted. */
export interface AlteredCase {
  readonly when: string;
  readonly change: (turn: TurnDraft) => void;
  readonly honest?: Honesty;
  /** Another turn than the golden one. */
  readonly turn?: FullTurn;
  readonly trips?: readonly Trip[];
}

/** What trips in a case, and whether the altered turn is accepted. */
export function outcomeOf({ change, honest, turn }: AlteredCase): {
  readonly accepted: boolean;
  readonly trips: readonly Trip[];
} {
  const file = altered(change, honest, turn);
  return { accepted: reportOn(file).accepted, trips: tripsOf(file) };
}

/** What a case says comes of it. */
export function expectedOf({ trips = [] }: AlteredCase): ReturnType<typeof outcomeOf> {
  return { accepted: trips.length === 0, trips };
}

/** Everything that tripped on a file, class by class; a file that cannot be judged fails the test that asked. */
export function tripsOf(input: JoinCheckInput): readonly Trip[] {
  return reportOn(input).checks.flatMap(tripsIn(input.evidence.callSpec.callId));
}

/** The findings of one class's row, with the turn's id made readable. */
export function tripsIn(callId: string): (row: CheckRow) => readonly Trip[] {
  return (row) => {
    if (row.outcome !== "tripped") return [];
    const { class: failClass, answer = "stop", findings } = row;
    return findings.map(({ subject, path, note }) => {
      return { class: failClass, answer, subject: subject === callId ? THE_TURN : subject, path, note };
    });
  };
}

/** Makes the trips of one class. */
export function tripsFor(
  failClass: FailClass,
  answer: Answer = "stop",
): (subject: string, path: string, note: string, other?: Answer) => Trip {
  return (subject, path, note, other = answer) => ({ class: failClass, answer: other, subject, path, note });
}

/** The report on a file that can be judged. */
export function reportOn(input: JoinCheckInput): JoinReport {
  const judgement = judgeJoin(input, sha256);
  if (!judgement.ok) throw new Error(`the input cannot be judged: ${judgement.reason}`);
  return judgement.report;
}

/** How one class ended on a file. */
export function rowOn(failClass: FailClass, input: JoinCheckInput): CheckRow | undefined {
  return reportOn(input).checks.find((row) => row.class === failClass);
}

/** Why a file cannot be judged; undefined when it can. */
export function reasonAgainst(input: JoinCheckInput): string | undefined {
  const judgement = judgeJoin(input, sha256);
  return judgement.ok ? undefined : judgement.reason;
}

/** How every class of stage M ends for a turn's file and what is brought with the mutation. */
export function mutationRowsOn(
  input: JoinCheckInput,
  change: (mutation: Draft<MutationInput>, file: JoinCheckInput) => void = () => undefined,
): readonly CheckRow[] {
  const normalization = normalizeEvidence(input.evidence, sha256);
  if (!normalization.ok) throw new Error(normalization.reason);
  const judged = judgeFull({ input, tusk: input.evidence.tusk ?? null, normalization }, sha256, { origin: "live" });
  if (!judged.ok) throw new Error(judged.reason);
  const { evidenceDigest } = judged.report;
  const { intent, spec } = judged.facts.tusk;
  const mutation: Draft<MutationInput> = {
    intentDigest: digestOf(intent ?? null),
    claims: ["capabilities.change_morphisms", "capabilities.change_morphisms.all"],
    activePolicy: structuredClone(spec.mutationPolicy) as Draft<Json>,
    resolved: [{ ref: "witness://1", digest: evidenceDigest }],
    join: { evidenceDigest, witnessRef: "witness://1" },
  };
  change(mutation, input);
  return judgeMutation(judged.facts, mutation, evidenceDigest);
}

/** Everything that tripped at stage M. */
export function mutationTripsOf(
  input: JoinCheckInput,
  change?: (mutation: Draft<MutationInput>, file: JoinCheckInput) => void,
): readonly Trip[] {
  return mutationRowsOn(input, change).flatMap(tripsIn(input.evidence.callSpec.callId));
}
