import { compactJson } from "../json/compact.ts";
import { type JsonProblem, problemText } from "../json/problem.ts";
import { readStruct } from "../json/read.ts";
import { struct, type StructOf, type WordShape } from "../json/shape.ts";
import type { Utf8 } from "../json/utf8.ts";
import type { Json } from "../json/value.ts";
import { EVENT_SCHEMA, type IssueEvent } from "./issue-events.ts";
import { ISSUE, type IssueWire, MOMENT } from "./issue-shape.ts";
import { issueOf } from "./read-issue.ts";
import { readTimestamp } from "./read-timestamp.ts";
import { EPOCH } from "./timestamp.ts";
import { trimmed } from "../evidence/text.ts";

interface EnvelopeWire {
  readonly schema?: string;
  readonly event_id: string;
  readonly issue_id: string;
  readonly occurred_at: string;
  readonly actor?: string;
}

interface AddWire {
  readonly depends_on_id: string;
  readonly type: string;
  readonly created_by?: string;
}

const TEXT = { kind: "string" } as const;
/** The reference reads it as a variant, out of a row that is read already. */
const EDGE_TYPE: WordShape = { kind: "word", expects: "string or map", problemOf: () => undefined };
/** What every event says, whatever it does. */
export const ENVELOPE: StructOf<EnvelopeWire> = struct<EnvelopeWire>(
  "IssueEvent",
  {
    schema: { presence: "defaulted", shape: TEXT },
    event_id: { presence: "required", shape: TEXT },
    issue_id: { presence: "required", shape: TEXT },
    occurred_at: { presence: "required", shape: MOMENT },
    actor: { presence: "defaulted", shape: TEXT },
  },
  { keepsUnknown: true },
);
/** What an event says that puts an issue in its place. */
export const UPSERT: StructOf<{ readonly issue: IssueWire }> = struct<{ readonly issue: IssueWire }>(
  "struct variant IssueEventAction::UpsertIssue",
  { issue: { presence: "required", shape: ISSUE } },
);
/** What an event says that adds an edge. */
export const ADD: StructOf<AddWire> = struct<AddWire>(
  "struct variant IssueEventAction::AddDependency",
  {
    depends_on_id: { presence: "required", shape: TEXT },
    type: { presence: "required", shape: EDGE_TYPE },
    created_by: { presence: "defaulted", shape: TEXT },
  },
  { aliases: new Map([["dep_type", "type"]]) },
);

/** The events of a log, or the contract's text of its first bad line (memory 1.9). Blank lines and comments are passed over. */
export function readEvents(
  bytes: Uint8Array,
  utf8: Utf8,
): { readonly ok: true; readonly events: readonly IssueEvent[] } | { readonly ok: false; readonly message: string } {
  const events: IssueEvent[] = [];
  let number = 1;
  for (let offset = 0; offset < bytes.length; number++) {
    const newline = bytes.indexOf(0x0a, offset);
    const end = newline < 0 ? bytes.length : newline;
    const text = utf8.decode(bytes, offset, end);
    offset = end + 1;
    if (text === undefined)
      return { ok: false, message: `line ${number}: I/O error: stream did not contain valid UTF-8` };
    const line = trimmed(text);
    if (line === "" || line.startsWith("#")) continue;
    const event = readEvent(utf8.encode(line), utf8);
    if ("reason" in event) return { ok: false, message: `line ${number}: parse error: ${problemText(event)}` };
    events.push(event);
  }
  return { ok: true, events };
}

function readEvent(bytes: Uint8Array, utf8: Utf8): IssueEvent | JsonProblem {
  const reading = readStruct(bytes, ENVELOPE, utf8);
  if (!reading.ok) return reading.problem;
  const { schema = EVENT_SCHEMA, event_id, issue_id, occurred_at, actor = "", ...rest } = reading.value;
  const moment = readTimestamp(occurred_at);
  const envelope = { schema, event_id, issue_id, occurred_at: moment.ok ? moment.at : EPOCH, actor };
  const repeat = reading.duplicates.find(({ key }) => PAYLOAD_KEYS.has(key));
  const action = repeat === undefined ? readAction(rest, utf8) : `duplicate field \`${repeat.key}\``;
  // The reference looks at the action when the whole row is read: its problems stand at the row's end.
  return typeof action === "string" ? { reason: action, line: 1, column: bytes.length } : { ...envelope, ...action };
}

const PAYLOAD_KEYS: ReadonlySet<string> = new Set(["action", "issue", "depends_on_id", "type", "created_by"]);

type Action = IssueEvent extends infer E ? (E extends IssueEvent ? Omit<E, keyof EnvelopeWire> : never) : never;

/** What the event does, or what is wrong with it. */
function readAction(rest: { readonly [key: string]: Json }, utf8: Utf8): Action | string {
  const { action, ...payload } = rest;
  const bytes = utf8.encode(compactJson(payload));
  if (action === undefined) return "missing field `action`";
  if (action === "upsert_issue") {
    const reading = readStruct(bytes, UPSERT, utf8);
    return reading.ok ? { action, issue: issueOf(reading.value.issue) } : reading.problem.reason;
  }
  if (action === "add_dependency") {
    const reading = readStruct(bytes, ADD, utf8);
    if (!reading.ok) return reading.problem.reason;
    const { depends_on_id, type, created_by = "" } = reading.value;
    return { action, depends_on_id, type, created_by };
  }
  const named = typeof action === "string" ? action : compactJson(action);
  return `unknown variant \`${named}\`, expected \`upsert_issue\` or \`add_dependency\``;
}
