import type { Json } from "../json/value.ts";
import { type ArgumentProblem, fits, foundIn, PROBLEM_LIMIT, shownName } from "./argument-problem.ts";
import type { RepairSchema } from "./repair-schema.ts";

/** A field as it was given, the name it stands for, and its value after repairs. */
export interface GivenField {
  readonly given: string;
  readonly name: string;
  readonly value: Json;
}

/** The problems that are named, and how many there are beyond them. */
export interface FoundProblems {
  readonly problems: readonly ArgumentProblem[];
  readonly more: number;
}

/** Everything that is wrong, for the model to mend in one go. Past {@link PROBLEM_LIMIT} problems are counted and not made. */
export function findProblems(entries: readonly GivenField[], schema: RepairSchema): FoundProblems {
  const { fields, undeclared } = schema;
  const problems: ArgumentProblem[] = [];
  let more = 0;
  const add = (problem: () => ArgumentProblem): void => {
    if (problems.length < PROBLEM_LIMIT) problems.push(problem());
    else more += 1;
  };
  for (const [field, names] of sharedNames(entries)) add(() => ({ kind: "two_names", field: shownName(field), names }));
  for (const field of missing(entries, schema)) add(() => ({ kind: "missing_field", field: shownName(field) }));
  for (const { name, value } of entries) {
    const types = fields.get(name) ?? "any";
    if (types === "any" || fits(value, types)) continue;
    add(() => ({ kind: "wrong_type", field: shownName(name), expected: [...types], found: foundIn(value) }));
  }
  for (const { name, value } of undeclared === "welcome" ? [] : entries) {
    if (!fields.has(name)) add(() => ({ kind: "unknown_field", field: shownName(name), found: foundIn(value) }));
  }
  return { problems, more };
}

/** Declared names that several given ones stand for. Without a renamed one there are none. */
function sharedNames(entries: readonly GivenField[]): readonly (readonly [string, readonly string[]])[] {
  if (entries.every(({ given, name }) => given === name)) return [];
  return [...Map.groupBy(entries, ({ name }) => name)]
    .filter(([, group]) => group.length > 1)
    .map(([field, group]) => [field, group.map(({ given }) => shownName(given))]);
}

function missing(entries: readonly GivenField[], { required }: RepairSchema): readonly string[] {
  const given = new Set(entries.map(({ name }) => name));
  return required.filter((field) => !given.has(field));
}
