import type { JsonObject } from "../json/value.ts";
import {
  constant,
  count,
  digest,
  type Fields,
  free,
  list,
  map,
  optional,
  record,
  type Schema,
  type SchemaNode,
  text,
  truth,
  variants,
  words,
} from "../schema/schema.ts";
import { without } from "../schema/record-parts.ts";
import { rowProblem } from "./row-problem.ts";
import { SESSION_ROWS } from "./session-event-forms.ts";
import { RUN_TERMS, SPEC_VALUES } from "./policy-forms.ts";
import {
  TAPE_ANSWERS,
  type TapeAnswerKind,
  type TapeAnswerOf,
  type TapedFailure,
  type TapedTool,
  type TapeEntry,
  type TapeOpened,
} from "./tape-entry.ts";

type Kind = TapeEntry["kind"];
type Entry<K extends Kind> = Extract<TapeEntry, { readonly kind: K }>;

// Any object: what is in it is its own reader's to say.
const OBJECT: Schema<JsonObject> = map(free);

const OPENED: Fields<Omit<TapeOpened, "kind">> = {
  launch: words("start", "resume"),
  sessionId: text,
  correlationId: text,
  parent: optional(record<NonNullable<TapeOpened["parent"]>>({ sessionId: text, toolCallId: text })),
  input: optional(text),
  handoffIn: optional(without(SESSION_ROWS["handoff.received"].form, "kind")),
  spec: SPEC_VALUES,
  values: list(free),
  terms: RUN_TERMS,
  tools: list(record<TapedTool>({ name: text, description: text, schema: OBJECT, examples: list(OBJECT) })),
  guards: list(record<TapeOpened["guards"][number]>({ id: text, stage: words("pre_flight", "input", "output") })),
  views: list(record<TapeOpened["views"][number]>({ viewId: text, isRendered: truth })),
  ports: record<TapeOpened["ports"]>({
    streams: truth,
    permissions: truth,
    checkpoint: truth,
    witnesses: truth,
    evidence: words("each_turn", "on_demand"),
    intends: optional(constant(true)),
  }),
  before: optional(list(OBJECT)),
};

const ANSWER: Fields<Omit<TapeAnswerOf<TapeAnswerKind>, "kind">> = {
  key: text,
  waited: truth,
  given: optional(count),
  value: optional(free),
  threw: optional(record<NonNullable<TapeAnswerOf<TapeAnswerKind>["threw"]>>({ message: optional(text) })),
};

const FAILED = record<TapedFailure>({ code: optional(text), message: text, retryable: truth });

const FORMS: { readonly [K in Kind]: Schema<Entry<K>> } = {
  "tape.opened": form("tape.opened", OPENED),
  "tape.asked": form("tape.asked", { request: digest }),
  "tape.replied": form("tape.replied", { chunks: list(free), failed: optional(FAILED), digest }),
  "tape.row": form("tape.row", { event: OBJECT }),
  "tape.given": form("tape.given", { event: OBJECT, place: count }),
  "tape.cancelled": form("tape.cancelled", { looks: count, reason: optional(text) }),
  "tape.unwritten": form("tape.unwritten", { message: text }),
  "tape.ended": form("tape.ended", { phase: words("Completed", "Failed", "Interrupted"), steps: count }),
  "tape.sealed": form("tape.sealed", { of: text, digest }),
  ...answerForms(),
};

/** The form of any row of a cassette. */
export const TAPE_ENTRY: Schema<TapeEntry> = variants<TapeEntry>(FORMS);

/** What a row of a cassette says, or exactly what is wrong with it. */
export type TapeEntryReading =
  | { readonly ok: true; readonly entry: TapeEntry }
  | { readonly ok: false; readonly problem: string };

/** Reads what a row of a cassette says. The journal's own rows (`journal.*`) are of no kind here. */
export function readTapeEntry(event: JsonObject): TapeEntryReading {
  const problem = rowProblem(event, formOf, "cassette");
  if (problem !== undefined) return { ok: false, problem };
  // Earned: the form names every member of the row and refuses all others.
  return { ok: true, entry: event as unknown as TapeEntry };
}

function formOf(kind: string): SchemaNode | undefined {
  return Object.hasOwn(FORMS, kind) ? FORMS[kind as Kind].node : undefined;
}

function form<const K extends Kind>(kind: K, members: Fields<Omit<Entry<K>, "kind">>): Schema<Entry<K>> {
  // Earned: the members are those of the row of this kind, as the compiler has seen.
  return record({ kind: constant(kind), ...members } as unknown as Fields<Entry<K>>);
}

function answerForms(): { readonly [K in TapeAnswerKind]: Schema<Entry<K>> } {
  const entries = Object.keys(TAPE_ANSWERS).map((kind) => [kind, form(kind as TapeAnswerKind, ANSWER)]);
  // Earned: one form under each name of the table.
  return Object.fromEntries(entries) as { readonly [K in TapeAnswerKind]: Schema<Entry<K>> };
}
