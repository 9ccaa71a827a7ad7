interface BackoffTerms {
  readonly firstMs: number;
  /** Each further wait is so many times the one before. */
  readonly factor: number;
  /** No wait is longer. */
  readonly mostMs: number;
}

/** What the labels of the retry policy mean in a live run. Evidence holds the label; nothing that is replayed waits. */
const BACKOFFS: ReadonlyMap<string, BackoffTerms> = new Map([
  ["none", { firstMs: 0, factor: 1, mostMs: 0 }],
  ["fixed_short", { firstMs: 1000, factor: 1, mostMs: 1000 }],
  ["exponential_short", { firstMs: 500, factor: 2, mostMs: 8000 }],
]);

/** A label nobody knows waits the longest there is: a policy that asks for patience is not answered with haste. */
const UNKNOWN: BackoffTerms = { firstMs: 8000, factor: 1, mostMs: 8000 };

/** How long to wait after a failed attempt, counted from 1, before the next. Never more than eight seconds. */
export function backoffMs(backoffClass: string, attempt: number): number {
  const { firstMs, factor, mostMs } = BACKOFFS.get(backoffClass) ?? UNKNOWN;
  // A number that counts nothing waits as the last of all attempts would.
  if (!Number.isSafeInteger(attempt) || attempt < 1) return mostMs;
  return Math.min(mostMs, firstMs * factor ** Math.min(attempt - 1, 32));
}
