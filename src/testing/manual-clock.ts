import { nanosOf, parseTimestamp, type Timestamp, timestampOfNanos } from "#kernel";
import type { Clock } from "#ports";

const NANOS_PER_MILLISECOND = 1_000_000n;

/** Where a manual clock starts, and how far it moves by itself. */
export interface ManualClockOptions {
  /** RFC 3339; the first moment of 2026 where nothing is given. */
  readonly start?: string;
  /** How many milliseconds pass with every look at it; none by default. */
  readonly stepMs?: number;
}

/** A clock that goes only when it is told to, so that two runs see the same times. */
export interface ManualClock extends Clock {
  /** Puts it to a moment, earlier ones too. */
  set(to: string): void;
  /** Lets so many milliseconds pass. */
  advance(milliseconds: number): void;
}

/** A clock in the hands of a test. */
export function manualClock({ start = "2026-01-01T00:00:00Z", stepMs = 0 }: ManualClockOptions = {}): ManualClock {
  let at = momentOf(start);
  const advance = (milliseconds: number): void => {
    at = timestampOfNanos(nanosOf(at) + BigInt(milliseconds) * NANOS_PER_MILLISECOND);
  };
  return {
    now() {
      const seen = at;
      if (stepMs !== 0) advance(stepMs);
      return seen;
    },
    set(to) {
      at = momentOf(to);
    },
    advance,
  };
}

function momentOf(text: string): Timestamp {
  const at = parseTimestamp(text);
  if (at === undefined) throw new RangeError(`${text} is no RFC 3339 time`);
  return at;
}
