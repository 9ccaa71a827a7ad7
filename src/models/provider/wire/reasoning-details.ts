import { isJsonObject, type Json, type JsonObject } from "#kernel";

/** Fields of a detail that come in pieces; the others are the same in every piece. */
const GROWING: ReadonlySet<string> = new Set(["text", "summary", "data"]);

/** Details that come in pieces as one list: pieces of the same type and index are one detail, its texts put together. */
export class DetailList {
  readonly #items: Record<string, Json>[] = [];
  readonly #byPlace = new Map<string, Record<string, Json>>();

  /** All of them so far: the list itself, which grows. */
  get items(): readonly JsonObject[] {
    return this.#items;
  }

  take(more: Json | undefined): void {
    if (!Array.isArray(more)) return;
    for (const piece of more as readonly Json[]) if (isJsonObject(piece)) this.#take(piece);
  }

  #take(piece: JsonObject): void {
    const place = placeOf(piece);
    const known = place === undefined ? undefined : this.#byPlace.get(place);
    if (known !== undefined) return join(known, piece);
    const begun = { ...piece };
    this.#items.push(begun);
    if (place !== undefined) this.#byPlace.set(place, begun);
  }
}

/** By what pieces of one detail are known; undefined for a detail that is whole by itself. */
function placeOf({ index, type }: JsonObject): string | undefined {
  return index === undefined ? undefined : JSON.stringify([index, type]);
}

function join(known: Record<string, Json>, piece: JsonObject): void {
  for (const [name, value] of Object.entries(piece)) {
    const before = Object.hasOwn(known, name) ? known[name] : undefined;
    if (GROWING.has(name) && typeof before === "string" && typeof value === "string") known[name] = before + value;
    // A field of its own, whatever its name is.
    else if (value !== null)
      Object.defineProperty(known, name, { value, writable: true, enumerable: true, configurable: true });
  }
}
