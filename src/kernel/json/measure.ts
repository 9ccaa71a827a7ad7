import type { Field, Shape, StructShape } from "./shape.ts";

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
    case "list":
      return Array.isArray(value) ? measureList(value, shape.of) : MISFIT;
    case "struct":
      return isRecord(value) ? measureStruct(value, shape) : MISFIT;
    default:
      return shape satisfies never;
  }
}

function measureList(items: readonly unknown[], shape: Shape): number {
  let keys = 0;
  for (const item of items) {
    const measured = measureKeys(item, shape);
    if (measured === MISFIT) return MISFIT;
    keys += measured;
  }
  return keys;
}

function measureStruct(value: Readonly<Record<string, unknown>>, shape: StructShape): number {
  let keys = 0;
  for (const key in value) {
    keys += 1;
    const field = shape.fields.get(key);
    const measured = field === undefined ? countKeys(value[key]) : measureField(value[key], field);
    if (measured === MISFIT) return MISFIT;
    keys += measured;
  }
  for (const [name, field] of shape.fields) {
    if (field.presence === "required" && value[name] === undefined) return MISFIT;
  }
  return keys;
}

function measureField(value: unknown, field: Field): number {
  return value === null && field.presence === "optional" ? 0 : measureKeys(value, field.shape);
}

function countKeys(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let keys = 0;
  if (Array.isArray(value)) {
    for (const item of value) keys += countKeys(item);
  } else if (isRecord(value)) {
    for (const key in value) keys += 1 + countKeys(value[key]);
  }
  return keys;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
