import { InvariantError } from "../gate/verdict.ts";
import type { Schema, SchemaNode } from "./schema.ts";

type RecordNode = Extract<SchemaNode, { kind: "record" }>;

/* Forms made of other forms, so that a row is described once. What is taken apart is no list or no record: a bug of ours. */

/** The form of one item of a list. */
export function itemOf<T>({ node }: Schema<readonly T[]>): Schema<T> {
  if (node.kind !== "list") throw new InvariantError("items are taken out of a list's form");
  return { node: node.of };
}

/** The form of one field that is always there or may be absent; where it stands decides which. */
export function fieldOf<T, const K extends keyof T & string>(
  schema: Schema<T>,
  name: K,
): Schema<Exclude<T[K], undefined>> {
  const field = recordOf(schema.node).fields.get(name);
  if (field === undefined) throw new InvariantError(`a form has no field ${name}`);
  return { node: field.node };
}

/** The same record without these fields. */
export function without<T, const K extends keyof T & string>(
  schema: Schema<T>,
  ...names: readonly K[]
): Schema<Omit<T, K>> {
  const { fields, required } = recordOf(schema.node);
  const isLeft = (name: string): boolean => !(names as readonly string[]).includes(name);
  const left = [...fields].filter(([name]) => isLeft(name));
  return { node: { kind: "record", fields: new Map(left), required: required.filter(isLeft) } };
}

/** One record with the fields of both. */
export function joined<A, B>(first: Schema<A>, second: Schema<B>): Schema<A & B> {
  const [a, b] = [recordOf(first.node), recordOf(second.node)];
  const fields = new Map([...a.fields, ...b.fields]);
  return { node: { kind: "record", fields, required: [...a.required, ...b.required] } };
}

function recordOf(node: SchemaNode): RecordNode {
  if (node.kind !== "record") throw new InvariantError("fields are taken out of a record's form");
  return node;
}
