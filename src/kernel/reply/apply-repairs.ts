import { isJsonObject, type Json, type JsonObject } from "../json/value.ts";
import { type ArgumentProblem, fits, foundIn, PROBLEM_LIMIT, shownName } from "./argument-problem.ts";
import { ALIASES, type AliasTable, isPathLike, type Repair, type RepairRule } from "./repairs.ts";
import type { FieldTypes, RepairSchema } from "./repair-schema.ts";

/** Arguments that may go on to the schema check, or every reason why not; `more` counts the reasons beyond those named. */
export type Repairing =
  | { readonly ok: true; readonly args: JsonObject; readonly repairs: readonly Repair[] }
  | { readonly ok: false; readonly problems: readonly ArgumentProblem[]; readonly more: number };

interface Entry {
  readonly given: string;
  readonly name: string;
  readonly value: Json;
  readonly repairs: readonly Repair[];
}

/**
 * Does every repair that is due, or none (T02). Sees these arguments and their schema, nothing else, so that nothing can come from
 * history. What needs no repair comes back as it is; the full schema check still has the last word.
 */
export function repairArguments(args: Json, schema: RepairSchema, aliases: AliasTable = ALIASES): Repairing {
  if (!isJsonObject(args)) return refuse([{ kind: "not_an_object", found: foundIn(args) }]);
  if (isPlainlyRight(args, schema)) return { ok: true, args, repairs: NONE };
  const rules = { schema, aliases };
  return repairedWhole(args, rules) ?? refuse(problemsIn(args, rules));
}

/** The arguments with every repair that is due; undefined when anything beside the repairs is wrong. */
function repairedWhole(args: JsonObject, rules: Rules): Repairing | undefined {
  const { fields, required, undeclared } = rules.schema;
  const values: [string, Json][] = [];
  const names = new Set<string>();
  const repairs: Repair[] = [];
  let isUnknown = false;
  for (const given of Object.keys(args)) {
    const { name, value, repairs: own } = mended(given, args[given] ?? null, rules);
    const types = fields.get(name);
    if (types === undefined) isUnknown ||= undeclared !== "welcome";
    else if (!fits(value, types)) return undefined;
    names.add(name);
    values.push([name, value]);
    repairs.push(...own);
  }
  // An undeclared field that the schema does not forbid is no fault by itself, but no repair happens beside it.
  if (isUnknown && (undeclared === "forbidden" || repairs.length > 0)) return undefined;
  if (names.size < values.length || !required.every((name) => names.has(name))) return undefined;
  return { ok: true, args: repairs.length === 0 ? args : Object.fromEntries(values), repairs };
}

/** Everything that is wrong, for the model to mend in one go. */
function problemsIn(args: JsonObject, rules: Rules): readonly ArgumentProblem[] {
  const { schema } = rules;
  const entries = Object.keys(args).map((given) => mended(given, args[given] ?? null, rules));
  return [
    ...twoNames(entries),
    ...missing(entries, schema),
    ...wrongTypes(entries, schema),
    ...unknownFields(entries, schema),
  ];
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

function refuse(problems: readonly ArgumentProblem[]): Repairing {
  const named = problems.slice(0, PROBLEM_LIMIT);
  return { ok: false, problems: named, more: problems.length - named.length };
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

function mended(given: string, value: Json, rules: Rules): Entry {
  const name = renamed(given, rules);
  const alias: readonly Repair[] = given === name ? NONE : [{ rule: "alias", field: given }];
  const mending = typeof value === "string" ? mendText(value, name, rules.schema.fields.get(name) ?? "any") : undefined;
  if (mending === undefined) return { given, name, value, repairs: alias };
  return { given, name, value: mending.value, repairs: [...alias, { rule: mending.rule, field: name }] };
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

/** Only what one integer writes itself as: no sign but minus, no zeros in front, no spaces, nothing a double would round. */
function isPlainInteger(text: string): boolean {
  return /^(?:0|-?[1-9][0-9]{0,15})$/.test(text) && Number.isSafeInteger(Number(text));
}

/** Unwraps `[x](http://x)`, `[x](https://x)` and `[x](x)`; a link whose text is not its target may mean either, and stays. */
function withoutAutolinks(path: string): string {
  return path.replace(
    /\[([^[\]()\s]+)\]\((?:https?:\/\/)?([^[\]()\s]+)\)/g,
    (link: string, shown: string, target: string) => (shown === target ? shown : link),
  );
}

function twoNames(entries: readonly Entry[]): readonly ArgumentProblem[] {
  const names = Map.groupBy(entries, (entry) => entry.name);
  return [...names]
    .filter(([, group]) => group.length > 1)
    .map(([field, group]) => ({
      kind: "two_names",
      field: shownName(field),
      names: group.map(({ given }) => shownName(given)),
    }));
}

function missing(entries: readonly Entry[], schema: RepairSchema): readonly ArgumentProblem[] {
  const given = new Set(entries.map((entry) => entry.name));
  const absent = schema.required.filter((field) => !given.has(field));
  return absent.map((field) => ({ kind: "missing_field", field: shownName(field) }));
}

function wrongTypes(entries: readonly Entry[], schema: RepairSchema): readonly ArgumentProblem[] {
  return entries.flatMap(({ name, value }): readonly ArgumentProblem[] => {
    const types = schema.fields.get(name) ?? "any";
    if (types === "any" || fits(value, types)) return [];
    return [{ kind: "wrong_type", field: shownName(name), expected: [...types], found: foundIn(value) }];
  });
}

function unknownFields(entries: readonly Entry[], schema: RepairSchema): readonly ArgumentProblem[] {
  if (schema.undeclared === "welcome") return [];
  const unknown = entries.filter(({ name }) => !schema.fields.has(name));
  return unknown.map(({ name, value }) => ({ kind: "unknown_field", field: shownName(name), found: foundIn(value) }));
}
