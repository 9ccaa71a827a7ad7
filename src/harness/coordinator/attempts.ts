import { backoffMs } from "#kernel";

/** How often one issue is given to a worker before it is left alone. */
export const MOST_ATTEMPTS = 3;
/** The wait between two attempts grows as that of a transient failure does (contract 3.3). */
const BACKOFF = "exponential_short";

interface Tried {
  readonly count: number;
  /** In milliseconds since 1970. */
  readonly notBefore: number;
  readonly isOver: boolean;
}

const NEW: Tried = { count: 0, notBefore: 0, isOver: false };

/** How often each issue was given to a worker by this coordinator, and when it may be once more: bounded, whatever workers do. */
export class Attempts {
  readonly #tried = new Map<string, Tried>();

  countOf(issueId: string): number {
    return this.#of(issueId).count;
  }

  /** Every issue that was ever given to a worker. */
  get issues(): readonly string[] {
    return [...this.#tried].filter(([, { count }]) => count > 0).map(([issueId]) => issueId);
  }

  /** Whether it may be given to a worker at some time, and how long that has to wait. */
  waitMs(issueId: string, nowMs: number): number | undefined {
    const { count, notBefore, isOver } = this.#of(issueId);
    return isOver || count >= MOST_ATTEMPTS ? undefined : Math.max(0, notBefore - nowMs);
  }

  begun(issueId: string): void {
    const tried = this.#of(issueId);
    this.#tried.set(issueId, { ...tried, count: tried.count + 1 });
  }

  /** Nobody took it after all: the worker's name was another's. */
  undone(issueId: string): void {
    const tried = this.#of(issueId);
    this.#tried.set(issueId, { ...tried, count: Math.max(0, tried.count - 1) });
  }

  /** It did not come to an end: it waits, longer each time. Answers how long; undefined when this was the last attempt. */
  later(issueId: string, nowMs: number): number | undefined {
    const tried = this.#of(issueId);
    const waitMs = backoffMs(BACKOFF, Math.max(1, tried.count));
    this.#tried.set(issueId, { ...tried, notBefore: nowMs + waitMs });
    return tried.count >= MOST_ATTEMPTS || tried.isOver ? undefined : waitMs;
  }

  /** This coordinator gives it to nobody any more. */
  over(issueId: string): void {
    this.#tried.set(issueId, { ...this.#of(issueId), isOver: true });
  }

  #of(issueId: string): Tried {
    return this.#tried.get(issueId) ?? NEW;
  }
}
