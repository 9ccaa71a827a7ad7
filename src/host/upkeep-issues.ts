import type { UpkeepMutation } from "#kernel";
import type { PermittedUpkeep } from "#ports";
import type { Arguments, HostPorts, Outcome } from "./action.ts";
import { permitFor } from "./permit-for.ts";

/** The permit of an upkeep that changes what the store says, when its switch is given (M02); else there is nothing to permit. */
export async function upkeepFor(
  wanted: boolean,
  action: UpkeepMutation["action"],
  args: Arguments,
  ports: HostPorts,
): Promise<Outcome<PermittedUpkeep | undefined>> {
  if (!wanted) return { ok: true, data: undefined };
  const mutation: UpkeepMutation = { action, args: { request: ports.newRequestId() } };
  const permitted = await permitFor({ mutation }, args, ports);
  return permitted.ok ? { ok: true, data: { mutation, permit: permitted.data.permit } } : permitted;
}
