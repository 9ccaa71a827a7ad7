import type { Sha256 } from "../digest/digest.ts";
import { present } from "../evidence/text.ts";
import type { Utf8 } from "../json/utf8.ts";
import type { Json, JsonObject } from "../json/value.ts";
import { idToken } from "./id-token.ts";
import { dispatchFields, parseTransportAction, rejectedPayload } from "./transport.ts";
import { PROFILE_ID, type StatelessAction } from "./transport-constants.ts";
import { transportDigest, worldBinding } from "./transport-digest.ts";
import { readPayload, type TransportPayloads } from "./transport-payload.ts";

/** The answer to an action that needs no store: nothing is kept, so the same payload has the same answer (contract memory 2.1). */
export function statelessEnvelope(sha256: Sha256, action: StatelessAction, payload: Json, utf8: Utf8): JsonObject {
  switch (action) {
    case "world.route_binding": {
      const reading = readPayload(action, payload, utf8);
      if (!reading.ok) return rejectedPayload(sha256, action, "lease_invalid_payload", reading.diagnostic);
      return routeBinding(sha256, reading.value.operationAction);
    }
    case "fiber.spawn": {
      const reading = readPayload(action, payload, utf8);
      if (!reading.ok) return rejectedPayload(sha256, action, "fiber_invalid_payload", reading.diagnostic);
      return spawned(sha256, reading.value);
    }
    case "fiber.join": {
      const reading = readPayload(action, payload, utf8);
      if (!reading.ok) return rejectedPayload(sha256, action, "fiber_invalid_payload", reading.diagnostic);
      return joined(sha256, reading.value);
    }
    case "fiber.cancel": {
      const reading = readPayload(action, payload, utf8);
      if (!reading.ok) return rejectedPayload(sha256, action, "fiber_invalid_payload", reading.diagnostic);
      const { fiberId, reason } = reading.value;
      return fiber(sha256, action, fiberId, { reason: present(reason) ?? null });
    }
    default:
      return action satisfies never;
  }
}

function routeBinding(sha256: Sha256, operationAction: string): JsonObject {
  const action = parseTransportAction(operationAction);
  const common = { ...dispatchFields(sha256, "world.route_binding"), operationAction };
  if (action === undefined) return { ...common, result: "rejected", failureClasses: ["lease_unknown_action"] };
  return { ...common, result: "accepted", binding: { ...worldBinding(action) } };
}

function spawned(sha256: Sha256, payload: TransportPayloads["fiber.spawn"]): JsonObject {
  const taskRef = present(payload.taskRef);
  if (taskRef === undefined) return missing(sha256, "fiber.spawn", "taskRef");
  const parentFiberId = present(payload.parentFiberId) ?? null;
  const digest = transportDigest(sha256, [PROFILE_ID, "fiber.spawn", taskRef, parentFiberId ?? ""]);
  const fiberId = present(payload.fiberId) ?? `fib1_${digest.slice("ts1_".length, "ts1_".length + 16)}`;
  return fiber(sha256, "fiber.spawn", fiberId, { taskRef, parentFiberId, scopeRef: present(payload.scopeRef) ?? null });
}

function joined(sha256: Sha256, payload: TransportPayloads["fiber.join"]): JsonObject {
  if (present(payload.fiberId) === undefined) return missing(sha256, "fiber.join", "fiberId");
  const joinSet = payload.joinSet.map(present).filter((id) => id !== undefined);
  if (joinSet.length === 0) return missing(sha256, "fiber.join", "non-empty joinSet");
  return fiber(sha256, "fiber.join", payload.fiberId, { joinSet, resultRef: present(payload.resultRef) ?? null });
}

type FiberAction = Exclude<StatelessAction, "world.route_binding">;

function fiber(sha256: Sha256, action: FiberAction, given: string, more: JsonObject): JsonObject {
  const fiberId = present(given);
  if (fiberId === undefined) return missing(sha256, action, "fiberId");
  const digest = transportDigest(sha256, [PROFILE_ID, action, fiberId]);
  const fiberWitnessRef = `fiber://dispatch/${action}/${idToken(fiberId, "fiber")}/${digest}`;
  const accepted = { result: "accepted", failureClasses: [], worldBinding: { ...worldBinding(action) } };
  return { ...dispatchFields(sha256, action), ...accepted, fiberId, ...more, fiberWitnessRef };
}

function missing(sha256: Sha256, action: FiberAction, field: string): JsonObject {
  return rejectedPayload(sha256, action, "fiber_missing_field", `${action} requires ${field}`);
}
