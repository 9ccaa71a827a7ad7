/** What the reference's transport calls itself; part of every digest (contract memory 2.1). */
export const PROFILE_ID = "transport.issue_lease.v1";
/** The kind of a dispatch answer. */
export const DISPATCH_KIND = "premath.transport_dispatch.v1";
/** The kind of the registry's check. */
export const CHECK_KIND = "premath.transport_check.v1";
/** The kind of the registry. */
export const REGISTRY_KIND = "premath.transport_action_registry.v1";
/** The site whose operations the actions are. */
export const SITE_ID = "premath.doctrine_operation_site.v0";
/** The kind of a witness that an operation has its place in the site. */
export const RESOLVE_KIND = "premath.site_resolve.witness.v1";

/** The actions a transport carries that change leases. */
export type LeaseAction = "issue.claim" | "issue.claim_next" | "issue.lease_renew" | "issue.lease_release";

/** The actions that need no store: their answer follows from the payload. */
export type StatelessAction = "world.route_binding" | "fiber.spawn" | "fiber.join" | "fiber.cancel";

/** Every action of the transport; there are eight. */
export type TransportAction = LeaseAction | StatelessAction;

/** Where an operation belongs: its route, its world and the row that admits it. */
export interface WorldBinding {
  readonly operationId: string;
  readonly routeFamilyId: string;
  readonly worldId: string;
  readonly morphismRowId: string;
}

/** One row of the registry. */
export interface TransportRow extends WorldBinding {
  readonly action: TransportAction;
  readonly actionId: string;
  readonly morphisms: readonly string[];
}

type Family = Omit<TransportRow, "action" | "actionId" | "operationId">;

const LEASE: Family = {
  routeFamilyId: "route.issue_claim_lease",
  worldId: "world.lease.v1",
  morphismRowId: "wm.control.lease.mutation",
  morphisms: ["dm.identity", "dm.profile.execution", "dm.commitment.attest"],
};
const TRANSPORT: Family = {
  routeFamilyId: "route.transport.dispatch",
  worldId: "world.transport.v1",
  morphismRowId: "wm.control.transport.dispatch",
  morphisms: ["dm.identity", "dm.transport.world"],
};
const FIBER: Family = {
  routeFamilyId: "route.fiber.lifecycle",
  worldId: "world.fiber.v1",
  morphismRowId: "wm.control.fiber.lifecycle",
  morphisms: ["dm.identity", "dm.profile.execution", "dm.transport.world"],
};

function row(action: TransportAction, operationId: string, family: Family): TransportRow {
  return { action, actionId: `transport.action.${action.replace(".", "_")}`, operationId, ...family };
}

/** The registry, in the reference's order. */
export const TRANSPORT_ROWS: { readonly [A in TransportAction]: TransportRow } = {
  "issue.claim": row("issue.claim", "op/mcp.issue_claim", LEASE),
  "issue.claim_next": row("issue.claim_next", "op/transport.issue_claim_next", LEASE),
  "issue.lease_renew": row("issue.lease_renew", "op/mcp.issue_lease_renew", LEASE),
  "issue.lease_release": row("issue.lease_release", "op/mcp.issue_lease_release", LEASE),
  "world.route_binding": row("world.route_binding", "op/transport.world_route_binding", TRANSPORT),
  "fiber.spawn": row("fiber.spawn", "op/transport.fiber_spawn", FIBER),
  "fiber.join": row("fiber.join", "op/transport.fiber_join", FIBER),
  "fiber.cancel": row("fiber.cancel", "op/transport.fiber_cancel", FIBER),
};
