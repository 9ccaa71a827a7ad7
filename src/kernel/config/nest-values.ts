import { byCodePoint } from "../digest/order.ts";
import type { Json, JsonObject } from "../json/value.ts";
import type { ConfigRow } from "./resolve-config.ts";

/** Settings as the nested object that a file would hold, keys in order at every level; what is not set is left out. */
export function nestValues(rows: readonly ConfigRow[]): JsonObject {
  return nested(
    rows.flatMap(({ path, setting }) =>
      setting === undefined ? [] : [{ steps: path.split("."), value: setting.value }],
    ),
  );
}

interface Given {
  readonly steps: readonly string[];
  readonly value: Json;
}

function nested(given: readonly Given[]): JsonObject {
  const groups = [...Map.groupBy(given, ({ steps }) => steps[0] ?? "")];
  return Object.fromEntries(
    groups
      .sort(([left], [right]) => byCodePoint(left, right))
      .map(([name, rows]): [string, Json] => {
        const leaf = rows.find(({ steps }) => steps.length === 1);
        if (leaf !== undefined) return [name, leaf.value];
        return [name, nested(rows.map(({ steps, value }) => ({ steps: steps.slice(1), value })))];
      }),
  );
}
