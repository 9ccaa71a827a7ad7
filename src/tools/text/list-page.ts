/** The most that one page of a result takes as JSON: it passes the truncation of results whole. */
export const PAGE_BYTES = 24_000;

/** Which part of a list is asked for: `offset` items are passed over. */
export interface ListWindow {
  readonly offset: number;
  readonly limit: number;
}

/** A part of a list, and where the next part begins; null when there is none. */
export interface ListPage<T> {
  readonly items: readonly T[];
  readonly next_offset: number | null;
}

/** The items from `offset`, as many as fit a page, but at least one. */
export function listPage<T>(items: readonly T[], { offset, limit }: ListWindow): ListPage<T> {
  const fitting = fitPage(items.slice(offset, offset + limit));
  const end = offset + fitting.length;
  return { items: fitting, next_offset: end < items.length ? end : null };
}

/** As many items from the first on as fit a page, but at least one. */
export function fitPage<T>(items: readonly T[]): readonly T[] {
  let bytes = 0;
  const end = items.findIndex((item, at) => {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    return at > 0 && bytes > PAGE_BYTES;
  });
  return end < 0 ? items : items.slice(0, end);
}
