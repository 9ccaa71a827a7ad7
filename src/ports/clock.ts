import type { Timestamp } from "#kernel";

/** Where time comes from: a replay gives the times of the run that it replays. */
export interface Clock {
  now(): Timestamp;
}
