import { isJsonObject, type Json } from "#kernel";
import type { WitnessStore } from "#ports";
import type { TapeCursor } from "./tape-cursor.ts";

/**
 * Witnesses of a replay: each turn is judged by every rule once more, also by those that its doors had proven while it was live, so that a
 * rule that was changed shows in the first step that it speaks against (R24).
 */
export function judgedWitnesses(store: WitnessStore, cursor: TapeCursor): WitnessStore {
  return {
    put(kind, value) {
      const tripped = kind === "JoinClosed" ? trippedClasses(value) : [];
      if (tripped.length > 0)
        cursor.differs("judged the turn", { path: "tripped", recorded: [], replayed: [...tripped] });
      return store.put(kind, value);
    },
    get: (ref) => store.get(ref),
    list: () => store.list(),
    verify: () => store.verify(),
  };
}

function trippedClasses(witness: Json): readonly string[] {
  const tusk = isJsonObject(witness) ? witness["tusk"] : undefined;
  const checks = isJsonObject(tusk) ? tusk["checks"] : undefined;
  if (!Array.isArray(checks)) return [];
  return checks.flatMap((row: Json) => {
    const { outcome, class: failClass } = isJsonObject(row) ? row : {};
    return outcome === "tripped" && typeof failClass === "string" ? [failClass] : [];
  });
}
