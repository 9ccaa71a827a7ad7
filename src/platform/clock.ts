import { type Timestamp, timestampOfNanos } from "#kernel";

const NANOS_PER_MILLISECOND = 1_000_000n;

/** The time of the machine's clock. */
export function now(): Timestamp {
  return timestampOfNanos(BigInt(Date.now()) * NANOS_PER_MILLISECOND);
}

/** A name that no other request ever has. */
export function newRequestId(): string {
  return `req1_${process.getBuiltinModule("node:crypto").randomUUID()}`;
}
