import { EVENT_SCHEMA } from "../issues/issue-events.ts";
import { ISSUE } from "../issues/issue-shape.ts";
import { LOG_FORMS } from "../issues/log-row.ts";
import { ADD, ENVELOPE, UPSERT } from "../issues/read-events.ts";
import { isJsonObject, type Json, type JsonObject } from "../json/value.ts";
import { jsonSchemaOf } from "./json-schema.ts";
import { jsonSchemaOfShape } from "./shape-schema.ts";

const TEXT: JsonObject = { type: "string" };
const COUNT: JsonObject = { type: "integer", minimum: 0 };

/** One row of an issue file: the contract's fields, then ours; keys of other tools are kept, so any others are allowed. */
export function issueSchema(): JsonObject {
  const row = jsonSchemaOfShape(ISSUE);
  const own = { rev: COUNT, by: TEXT, token: COUNT, tombstone: { const: true } };
  return { ...row, properties: { ...propertiesOf(row), ...own } };
}

/** One row of the contract's event log. */
export function issueEventSchema(): JsonObject {
  const envelope = jsonSchemaOfShape(ENVELOPE);
  const kinds = [
    { action: "upsert_issue", shape: jsonSchemaOfShape(UPSERT) },
    { action: "add_dependency", shape: jsonSchemaOfShape(ADD) },
  ];
  const schema = { const: EVENT_SCHEMA };
  return {
    ...envelope,
    properties: { ...propertiesOf(envelope), schema },
    oneOf: kinds.map(({ action, shape }) => ({
      ...shape,
      properties: { ...propertiesOf(shape), action: { const: action } },
      required: ["action", ...namesIn(shape["required"])],
    })),
  };
}

/** One row of a clone's log: one of its kinds, nothing beside. */
export function issueLogSchema(): JsonObject {
  return { oneOf: Object.values(LOG_FORMS).map((form) => jsonSchemaOf(form.node)) };
}

function propertiesOf(schema: JsonObject): JsonObject {
  const properties = schema["properties"];
  return isJsonObject(properties) ? properties : {};
}

function namesIn(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
