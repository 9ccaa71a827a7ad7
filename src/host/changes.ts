import { canonicalJson, isJsonObject, type Json } from "#kernel";

/** One place where two values differ; what is absent on one side is undefined there. */
export interface Change {
  readonly path: string;
  readonly holds: Json | undefined;
  readonly trips: Json | undefined;
}

/** Every place where `trips` differs from `holds`, deepest place first named, in document order. */
export function changesBetween(holds: Json | undefined, trips: Json | undefined, path = ""): readonly Change[] {
  if (isJsonObject(holds) && isJsonObject(trips)) {
    const keys = [...new Set([...Object.keys(holds), ...Object.keys(trips)])];
    return keys.flatMap((key) =>
      changesBetween(own(holds, key), own(trips, key), path === "" ? key : `${path}.${key}`),
    );
  }
  if (Array.isArray(holds) && Array.isArray(trips)) {
    const [left, right]: readonly (readonly Json[])[] = [holds, trips];
    const length = Math.max(left?.length ?? 0, right?.length ?? 0);
    return Array.from({ length }, (_, at) => changesBetween(left?.[at], right?.[at], `${path}[${at}]`)).flat();
  }
  return isSame(holds, trips) ? [] : [{ path, holds, trips }];
}

function own(value: Readonly<Record<string, Json>>, key: string): Json | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Whether two scalars are the same; a container is never the same here, because two of one kind were taken apart before. */
function isSame(left: Json | undefined, right: Json | undefined): boolean {
  if (left === undefined || right === undefined || isContainer(left) || isContainer(right)) return left === right;
  return canonicalJson(left) === canonicalJson(right);
}

function isContainer(value: Json): boolean {
  return Array.isArray(value) || isJsonObject(value);
}
