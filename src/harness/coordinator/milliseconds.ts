import { nanosOf, type Timestamp } from "#kernel";

const NANOS_PER_MILLISECOND = 1_000_000n;

/** A moment in milliseconds since 1970. */
export function msOf(at: Timestamp): number {
  return Number(nanosOf(at) / NANOS_PER_MILLISECOND);
}
