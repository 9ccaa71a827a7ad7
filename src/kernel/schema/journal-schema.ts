import { JOURNAL_SCHEMA } from "../journal/journal-row.ts";
import type { JsonObject } from "../json/value.ts";
import { closed } from "./closed-object.ts";

const DIGEST: JsonObject = { type: "string", pattern: "^sha256:[0-9a-f]{64}$" };
const COUNT: JsonObject = { type: "integer", minimum: 0 };
const TEXT: JsonObject = { type: "string" };

const PLACE = { line: { type: "integer", minimum: 1 }, offset: COUNT, length: COUNT } as const;

/** What the journal itself says of one thing that it mended. */
const MEND: JsonObject = {
  oneOf: [
    closed({ kind: { const: "torn" }, ...PLACE, quarantine: TEXT }),
    closed({ kind: { enum: ["glued", "unended"] }, ...PLACE }),
    closed({ kind: { const: "found" }, quarantine: TEXT }),
  ],
};

/** The envelope of every row, and what the journal's own kinds say; the others are free beyond it: `tusk.session.v1` says what a session's rows hold. */
export const JOURNAL_ROW: JsonObject = {
  type: "object",
  required: ["self", "schema", "seq", "at", "kind"],
  properties: {
    self: DIGEST,
    schema: { const: JOURNAL_SCHEMA },
    seq: COUNT,
    prev: DIGEST,
    at: { type: "string", pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.(\\d{3}|\\d{6}|\\d{9}))?Z$" },
    kind: { type: "string", minLength: 1 },
  },
  allOf: [
    // Only the first row has none before it.
    { oneOf: [{ properties: { seq: { const: 0 } } }, { required: ["prev"] }] },
    whenKind("journal.opened", { session: TEXT, epoch: { type: "integer", minimum: 1 }, writer: TEXT }),
    whenKind("journal.healed", { mends: { type: "array", minItems: 1, items: MEND } }),
  ],
};

function whenKind(kind: string, properties: Readonly<Record<string, JsonObject>>): JsonObject {
  const isOther = { not: { properties: { kind: { const: kind } } } };
  return { anyOf: [isOther, { properties, required: Object.keys(properties) }] };
}

/** One witness file: its content is what its name is the digest of. */
export const WITNESS: JsonObject = closed({
  kind: { enum: ["CallSpec", "ToolUse", "JoinClosed", "MutationReady"] },
  schema: { const: "tusk.witness.v1" },
  value: true,
});
