import { isJsonObject, type Json } from "../json/value.ts";
import type { LeaseAction } from "./transport-constants.ts";

type Fits = (value: Json) => boolean;

const isText: Fits = (value) => typeof value === "string";

/** The keys that the reference does not know, by action, and what they take. */
const OURS: { readonly [A in LeaseAction]: ReadonlyMap<string, Fits> } = {
  "issue.claim": new Map(),
  "issue.claim_next": new Map([
    ["by", isText],
    ["reclaimStale", (value) => typeof value === "boolean"],
    ["leaseExpiresAt", isText],
  ]),
  // A fencing token that cannot be read is refused, not passed over: whoever gives one relies on it.
  "issue.lease_renew": new Map(),
  "issue.lease_release": new Map(),
};

/**
 * A payload without those of our keys that do not fit: the reference passes over what it does not know. It does not know claim-next's
 * `leaseExpiresAt` either, under a name of its own: that one counts only beside `by` or `reclaimStale`, which ask for our claim-next.
 */
export function withoutMisfits(action: LeaseAction, payload: Json): Json {
  if (!isJsonObject(payload)) return payload;
  const ours = OURS[action];
  const fitting = Object.entries(payload).filter(([key, value]) => ours.get(key)?.(value) !== false);
  const asked = action !== "issue.claim_next" || fitting.some(([key]) => key === "by" || key === "reclaimStale");
  return Object.fromEntries(asked ? fitting : fitting.filter(([key]) => key !== "leaseExpiresAt"));
}
