import { type JsonObject, transportCheck } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";

/** What the check of the transport's registry says, fields in the contract's order (memory 2.1). */
export type TransportCheckData = JsonObject;

/** Checks the registry of transport actions; a rejection exits 1. */
export function run(_args: Arguments, ports: HostPorts): Outcome<TransportCheckData> {
  const data = transportCheck(ports.sha256);
  return data["result"] === "accepted" ? { ok: true, data } : { ok: true, data, exit: 1 };
}
