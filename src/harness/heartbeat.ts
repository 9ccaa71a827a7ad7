import { PortError } from "#ports";
import type { Harness } from "./harness.ts";
import { type HeldLease, renew } from "./lease.ts";

/** A worker shows that it lives three times in the life of a lease. */
const BEATS = 3;

/** Renews a lease while work goes on. */
export interface Heartbeat {
  /** Why the lease is lost; undefined while it is held. */
  readonly lost: string | undefined;
  stop(): void;
}

/** Begins to renew a lease; `onLost` is called once, when it is lost: whatever is under way is called off then. */
export function heartbeat(harness: Harness, lease: HeldLease, onLost: (why: string) => void): Heartbeat {
  const { ports, terms } = harness;
  let lost: string | undefined;
  const lose = (why: string): void => {
    if (lost !== undefined) return;
    lost = why;
    onLost(why);
  };
  const beat = async (): Promise<void> => {
    try {
      const renewed = await renew(harness, lease);
      if (renewed === undefined) lose(`the lease on ${lease.issueId} was lost`);
      else ports.beat(renewed.issueId, renewed.expiresAt);
    } catch (error) {
      // A busy or unreadable store is no loss: the lease still has two thirds of its life.
      if (!(error instanceof PortError)) throw error;
    }
  };
  const stop = ports.every((terms.leaseTtlSeconds * 1000) / BEATS, () => void beat());
  return {
    get lost() {
      return lost;
    },
    stop,
  };
}
