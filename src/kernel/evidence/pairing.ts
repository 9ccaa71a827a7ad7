import { NotNormal } from "./rows.ts";

/** The wire's sorted ids of one surface and where each stands. Surfaces that name the same calls share one. */
export interface Places {
  readonly ids: readonly string[];
  readonly at: ReadonlyMap<string, number>;
}

/** One surface of `evidence.tusk` beside its wire rows, one to one. */
export interface Pairing {
  readonly places: Places;
  /** For each tusk row, in file order, the place of its wire row. */
  readonly placeOf: readonly number[];
  /** For each wire row, in sorted order, the tusk row that stands behind it. */
  readonly rowAt: readonly number[];
}

/** Where ids stand; the last answer again when the ids are the same, as they are in a turn that closes. */
export function placesOf(ids: readonly string[], last?: Places): Places {
  if (last !== undefined && last.ids.length === ids.length && ids.every((id, at) => id === last.ids[at])) return last;
  const at = new Map<string, number>();
  for (let place = 0; place < ids.length; place++) at.set(ids[place] ?? "", place);
  return { ids, at };
}

/** Pairs tusk rows with wire rows; a repeated row, or one without the other, is unusable input (CONTRACT-EVIDENCE §1). */
export function pairRows(
  surface: string,
  rows: readonly { readonly toolCallId: string }[],
  wireSurface: string,
  places: Places,
): Pairing {
  const placeOf: number[] = [];
  const rowAt: number[] = Array.from(places.ids, () => -1);
  for (let row = 0; row < rows.length; row++) {
    const id = rows[row]?.toolCallId ?? "";
    const place = places.at.get(id);
    if (place === undefined)
      throw new NotNormal(`evidence.tusk.${surface}[${row}].toolCallId has no row in ${wireSurface}: ${id}`);
    if (rowAt[place] !== -1) throw new NotNormal(`evidence.tusk.${surface}[${row}].toolCallId repeats ${id}`);
    placeOf.push(place);
    rowAt[place] = row;
  }
  const unpaired = rowAt.indexOf(-1);
  if (unpaired >= 0)
    throw new NotNormal(`evidence.tusk.${surface} lacks the row of ${wireSurface} ${places.ids[unpaired] ?? ""}`);
  return { places, placeOf, rowAt };
}
