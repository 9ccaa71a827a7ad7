/** How often, and how long in all, a request is sent again. */
export interface RetryTerms {
  /** How often it is sent at most, the first time among them. */
  readonly attempts: number;
  /** How long all waits together may take, in milliseconds. */
  readonly budgetMs: number;
}

/** A request is sent again. `why` is the code of the error: no key and no body is in it. */
export interface RetryNotice {
  /** Which attempt failed, from 1. */
  readonly attempt: number;
  readonly waitMs: number;
  readonly why: string;
}

/** What nobody has to say. */
export const RETRY_DEFAULTS: RetryTerms = { attempts: 5, budgetMs: 120_000 };

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** How long to wait before the next attempt: as the provider asks, else twice as long as before, less up to half of it by chance. */
export function retryWait(attempt: number, askedMs: number | undefined, random: () => number): number {
  if (askedMs !== undefined) return Math.ceil(askedMs);
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1));
  return Math.ceil(longest * (1 - random() / 2));
}
