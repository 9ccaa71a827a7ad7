/** Something that a test waits for, and lets happen: no test waits for time to pass. */
export interface Latch {
  readonly opened: Promise<void>;
  readonly open: () => void;
}

/** A latch that is closed. */
export function latch(): Latch {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: () => resolve() };
}
