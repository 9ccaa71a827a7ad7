import { configJsonSchema, type JsonObject, nearestWord, publishedSchema, WIRE_KINDS, type WireKind } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";

/** A published schema, or the kinds there are. */
export type SchemaData =
  | { readonly kind: "schema"; readonly schema: JsonObject }
  | { readonly kind: "kinds"; readonly kinds: readonly { readonly kind: string; readonly title: string }[] };

/** The kinds of this layer beside the kernel's. */
const KINDS: Readonly<Record<string, WireKind>> = {
  ...WIRE_KINDS,
  config: { title: "tusk.config.json", schema: configJsonSchema },
};

/** Prints the JSON Schema of a wire kind (H07), or lists the kinds. */
export function run(args: Arguments, _ports: HostPorts): Outcome<SchemaData> {
  const name = args.operands[0];
  if (name === undefined) {
    const kinds = Object.entries(KINDS).map(([kind, { title }]) => ({ kind, title }));
    return { ok: true, data: { kind: "kinds", kinds } };
  }
  const schema = publishedSchema(name, KINDS);
  if (schema !== undefined) return { ok: true, data: { kind: "schema", schema } };
  const near = nearestWord(name, Object.keys(KINDS));
  const hint = near === undefined ? "run 'tusk schema' for all of them" : `did you mean ${near}?`;
  return { ok: false, message: `error: there is no wire kind ${name}; ${hint}` };
}
