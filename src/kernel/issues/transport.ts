import type { Sha256 } from "../digest/digest.ts";
import { trimmed } from "../evidence/text.ts";
import type { JsonObject } from "../json/value.ts";
import {
  DISPATCH_KIND,
  type LeaseAction,
  PROFILE_ID,
  TRANSPORT_ROWS,
  type TransportAction,
} from "./transport-constants.ts";
import { dispatchDigest, resolverWitness, resolverWitnessRef } from "./transport-digest.ts";

/** The action a word names; undefined is answered by {@link unknownAction}. */
export function parseTransportAction(text: string): TransportAction | undefined {
  const action = trimmed(text);
  return Object.hasOwn(TRANSPORT_ROWS, action) ? (action as TransportAction) : undefined;
}

/** Whether an action needs the store. */
export function isLeaseAction(action: TransportAction): action is LeaseAction {
  return action.startsWith("issue.");
}

/** The answer to an action that the transport does not carry: there is no witness for it. */
export function unknownAction(sha256: Sha256, text: string): JsonObject {
  const action = trimmed(text);
  const actionId = "transport.action.unknown";
  return {
    schema: 1,
    dispatchKind: DISPATCH_KIND,
    profileId: PROFILE_ID,
    action,
    actionId,
    semanticDigest: dispatchDigest(sha256, action, actionId),
    result: "rejected",
    failureClasses: ["transport_unknown_action"],
    diagnostic: `unsupported transport action: ${action}`,
  };
}

/** What every answer to a known action has (contract memory 2.1). */
export function dispatchFields(sha256: Sha256, action: TransportAction): JsonObject {
  const witness = resolverWitness(sha256, action);
  const { actionId } = TRANSPORT_ROWS[action];
  return {
    schema: 1,
    dispatchKind: DISPATCH_KIND,
    profileId: PROFILE_ID,
    action,
    actionId,
    semanticDigest: dispatchDigest(sha256, action, actionId),
    resolverWitness: { ...witness },
    resolverWitnessRef: resolverWitnessRef(witness),
  };
}

/** The answer to a payload that says nothing: it has no path and no binding. */
export function rejectedPayload(
  sha256: Sha256,
  action: TransportAction,
  failureClass: string,
  diagnostic: string,
): JsonObject {
  return { ...dispatchFields(sha256, action), result: "rejected", failureClasses: [failureClass], diagnostic };
}
