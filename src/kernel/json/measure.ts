import type { Field, IntegerShape, Shape, StructShape } from "./shape.ts";

/** Given when a value does not fit its shape: the exact decoder then says why. */
export const MISFIT = -1;

/**
 * Counts the keys of a parsed value while checking that it fits its shape; {@link MISFIT} when it does not.
 * Fewer keys than colons in the text mean that a key was given twice.
 */
export function measureKeys(value: unknown, shape: Shape): number {
  switch (shape.kind) {
    case "free":
      return countKeys(value);
    case "string":
    case "boolean":
      return typeof value === shape.kind ? 0 : MISFIT;
    case "word":
      return typeof value === "string" && shape.problemOf(value) === undefined ? 0 : MISFIT;
    case "integer":
      return isWithin(value, shape) ? 0 : MISFIT;
    case "list":
      return Array.isArray(value) ? measureList(value, shape.of) : MISFIT;
    case "struct":
      return isRecord(value) ? measureStruct(value, shape) : MISFIT;
    default:
      return shape satisfies never;
  }
}

/** True for a whole number of the range; `-0` is a float (contract 0.3). */
export function isWithin(value: unknown, { least, most }: IntegerShape): boolean {
  return Number.isSafeInteger(value) && !Object.is(value, -0) && Number(value) >= least && Number(value) <= most;
}

function measureList(items: readonly unknown[], shape: Shape): number {
  let keys = 0;
  for (let at = 0; at < items.length; at++) {
    const measured = measureKeys(items[at], shape);
    if (measured === MISFIT) return MISFIT;
    keys += measured;
  }
  return keys;
}

function measureStruct(value: Readonly<Record<string, unknown>>, shape: StructShape): number {
  let keys = 0;
  let required = 0;
  for (const key in value) {
    keys += 1;
    const field = shape.fields.get(key);
    const entry = value[key];
    // Under its other name only the exact decoder knows a field.
    if (field === undefined && shape.aliases?.has(key) === true) return MISFIT;
    if (field?.presence === "required") required += 1;
    // Most fields are strings: no call for those.
    if (typeof entry === "string" && (field === undefined || field.shape.kind === "string")) continue;
    const measured = field === undefined ? countKeys(entry) : measureField(entry, field);
    if (measured === MISFIT) return MISFIT;
    keys += measured;
  }
  return required === shape.required.length ? keys : MISFIT;
}

function measureField(value: unknown, field: Field): number {
  return value === null && field.presence === "optional" ? 0 : measureKeys(value, field.shape);
}

function countKeys(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let keys = 0;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) keys += countKeys(value[at]);
  } else if (isRecord(value)) {
    for (const key in value) {
      const entry = value[key];
      keys += typeof entry === "object" ? 1 + countKeys(entry) : 1;
    }
  }
  return keys;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
