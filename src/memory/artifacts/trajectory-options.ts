import type { Clock } from "#ports";

/** How trajectories are read. */
export interface TrajectoryReadOptions {
  /** Told what takes long, and what a writer met and mended on the way. */
  readonly notice?: (text: string) => void;
  /** From this many bytes on a reader pays for an index rather than reading everything each time. */
  readonly indexFrom?: number;
  /** A tail of more bytes is taken into the index before it is used; a shorter one is read with every question. */
  readonly longTail?: number;
}

/** How they are written. */
export interface TrajectoryOptions extends Clock, TrajectoryReadOptions {}
