import { type ActionRows, JSON_FLAG } from "../action-row.ts";
import type { TransportCheckData } from "../actions/transport-check.ts";
import type { TransportDispatchData } from "../actions/transport-dispatch.ts";
import { CHANGE_FLAGS } from "../issue-flags.ts";

/** What the transport's commands answer. */
export interface TransportData {
  readonly "transport.dispatch": TransportDispatchData;
  readonly "transport.check": TransportCheckData;
}

/** The commands of the transport, by which worker loops claim, renew and release (contract memory 2.1). */
export const TRANSPORT_ACTIONS: ActionRows<TransportData> = {
  "transport.dispatch": {
    id: "transport.dispatch",
    command: "transport-dispatch",
    group: "Transport",
    summary: "Run one transport action: a lease action, a route or a fiber",
    effect: "mutation",
    flags: [
      { name: "action", value: "ACTION", required: true, summary: "the action, such as issue.claim" },
      { name: "payload", value: "PAYLOAD", default: "{}", summary: "its arguments as JSON" },
      ...CHANGE_FLAGS.filter(({ name }) => name !== "issues"),
    ],
    operands: [],
    load: () => import("../actions/transport-dispatch.ts"),
  },
  "transport.check": {
    id: "transport.check",
    command: "transport-check",
    group: "Transport",
    summary: "Check the registry of transport actions",
    effect: "read",
    flags: [JSON_FLAG],
    operands: [],
    load: () => import("../actions/transport-check.ts"),
  },
};
