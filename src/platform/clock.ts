import { EPOCH, type Timestamp, timestampOfNanos } from "#kernel";

const NANOS_PER_MILLISECOND = 1_000_000n;

/** The last answer: rows that are written one after the other mostly share their millisecond. */
let latest: { readonly ms: number; readonly at: Timestamp } = { ms: 0, at: EPOCH };

/** The time of the machine's clock. */
export function now(): Timestamp {
  const ms = Date.now();
  if (ms !== latest.ms) latest = { ms, at: timestampOfNanos(BigInt(ms) * NANOS_PER_MILLISECOND) };
  return latest.at;
}

/** A name that no other request ever has. */
export function newRequestId(): string {
  return `req1_${process.getBuiltinModule("node:crypto").randomUUID()}`;
}
