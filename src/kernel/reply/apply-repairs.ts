import { isJsonObject, type Json, type JsonObject } from "../json/value.ts";
import { type ArgumentProblem, fits, foundIn } from "./argument-problem.ts";
import { findProblems, type GivenField } from "./find-problems.ts";
import { ALIASES, type AliasTable, isPathLike, type Repair, type RepairRule } from "./repairs.ts";
import type { FieldTypes, RepairSchema } from "./repair-schema.ts";

/** Arguments that may go on to the schema check, or every reason why not; `more` counts the reasons beyond those named. */
export type Repairing =
  | { readonly ok: true; readonly args: JsonObject; readonly repairs: readonly Repair[] }
  | { readonly ok: false; readonly problems: readonly ArgumentProblem[]; readonly more: number };

/**
 * Does every repair that is due, or none (T02). Sees these arguments and their schema, nothing else, so that nothing can come from
 * history. What needs no repair comes back as it is; the full schema check still has the last word.
 */
export function repairArguments(args: Json, schema: RepairSchema, aliases: AliasTable = ALIASES): Repairing {
  if (!isJsonObject(args)) return { ok: false, problems: [{ kind: "not_an_object", found: foundIn(args) }], more: 0 };
  if (isPlainlyRight(args, schema)) return { ok: true, args, repairs: NONE };
  const rules = { schema, aliases };
  return repairedWhole(args, rules) ?? { ok: false, ...findProblems(entriesOf(args, rules), schema) };
}

/** The arguments with every repair that is due; undefined when anything beside the repairs is wrong. */
function repairedWhole(args: JsonObject, rules: Rules): Repairing | undefined {
  const { fields, required, undeclared } = rules.schema;
  const kept: Record<string, Json> = {};
  const repairs: Repair[] = [];
  let isUnknown = false;
  for (const given of Object.keys(args)) {
    const name = renamed(given, rules);
    const types = fields.get(name);
    const value = mended(args[given] ?? null, { given, name, types }, repairs);
    if (types === undefined) isUnknown ||= undeclared !== "welcome";
    else if (!fits(value, types)) return undefined;
    if (Object.hasOwn(kept, name)) return undefined;
    keep(kept, name, value);
  }
  // An undeclared field that the schema does not forbid is no fault by itself, but no repair happens beside it.
  if (isUnknown && (undeclared === "forbidden" || repairs.length > 0)) return undefined;
  for (const name of required) if (!Object.hasOwn(kept, name)) return undefined;
  return { ok: true, args: repairs.length === 0 ? args : kept, repairs };
}

/** Assigning `__proto__` would set the prototype instead. */
function keep(fields: Record<string, Json>, name: string, value: Json): void {
  if (name === "__proto__")
    Object.defineProperty(fields, name, { value, writable: true, enumerable: true, configurable: true });
  else fields[name] = value;
}

const NONE: readonly Repair[] = Object.freeze([]);

/** The usual call, in one look: every field is declared and of its type, none is missing, no path may hold a link. */
function isPlainlyRight(args: JsonObject, schema: RepairSchema): boolean {
  for (const name of schema.required) if (!Object.hasOwn(args, name)) return false;
  for (const name of Object.keys(args)) {
    const types = schema.fields.get(name);
    const value = args[name] ?? null;
    if (types === undefined || !fits(value, types)) return false;
    if (typeof value === "string" && value.includes("](") && isPathLike(name)) return false;
  }
  return true;
}

interface Rules {
  readonly schema: RepairSchema;
  readonly aliases: AliasTable;
}

/** The declared name that a given one stands for; a name that the schema declares or welcomes is never renamed. */
function renamed(given: string, { schema, aliases }: Rules): string {
  if (schema.fields.has(given) || schema.undeclared === "welcome") return given;
  const target = Object.hasOwn(aliases, given) ? aliases[given] : undefined;
  return target !== undefined && schema.fields.has(target) ? target : given;
}

/** Every field under the name and with the value that repairs give it. */
function entriesOf(args: JsonObject, rules: Rules): readonly GivenField[] {
  return Object.keys(args).map((given) => {
    const name = renamed(given, rules);
    const types = rules.schema.fields.get(name);
    return { given, name, value: mended(args[given] ?? null, { given, name, types }, []) };
  });
}

interface Field {
  readonly given: string;
  readonly name: string;
  /** Undefined for a field that is not declared. */
  readonly types: FieldTypes | undefined;
}

/** The value as the schema takes it; what was done for that is noted. */
function mended(value: Json, { given, name, types }: Field, repairs: Repair[]): Json {
  if (given !== name) repairs.push({ rule: "alias", field: given });
  const mending = typeof value === "string" && types !== undefined ? mendText(value, name, types) : undefined;
  if (mending === undefined) return value;
  repairs.push({ rule: mending.rule, field: name });
  return mending.value;
}

function mendText(text: string, field: string, types: FieldTypes): { rule: RepairRule; value: Json } | undefined {
  if (types === "any") return undefined;
  if (types.has("string")) {
    const plain = text.includes("](") && isPathLike(field) ? withoutAutolinks(text) : text;
    return plain === text ? undefined : { rule: "path_autolink", value: plain };
  }
  if (types.has("boolean") && (text === "true" || text === "false"))
    return { rule: "string_boolean", value: text === "true" };
  return types.has("integer") && isPlainInteger(text) ? { rule: "string_integer", value: Number(text) } : undefined;
}

const LONGEST_INTEGER = String(Number.MIN_SAFE_INTEGER).length;

/** Only what one integer writes itself as: no sign but minus, no zeros in front, no spaces, nothing a double would round. */
function isPlainInteger(text: string): boolean {
  if (text.length > LONGEST_INTEGER) return false;
  const value = Number(text);
  return Number.isSafeInteger(value) && String(value) === text;
}

/** Unwraps `[x](http://x)`, `[x](https://x)`, both also with a slash behind, and `[x](x)`; a link whose text is not its target may mean either, and stays. */
function withoutAutolinks(path: string): string {
  return path.replace(
    /\[([^[\]()\s]+)\]\((https?:\/\/)?([^[\]()\s]+)\)/g,
    (link: string, shown: string, scheme: string | undefined, target: string) =>
      shown === target || (scheme !== undefined && `${shown}/` === target) ? shown : link,
  );
}
