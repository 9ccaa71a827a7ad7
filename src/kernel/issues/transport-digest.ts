import type { Sha256 } from "../digest/digest.ts";
import {
  RESOLVE_KIND,
  PROFILE_ID,
  DISPATCH_KIND,
  SITE_ID,
  TRANSPORT_ROWS,
  type TransportAction,
  type TransportRow,
  type WorldBinding,
} from "./transport-constants.ts";

/** That an operation has its place in the site, and which (contract memory 2.1). */
export interface ResolverWitness extends WorldBinding {
  readonly schema: 1;
  readonly witnessKind: typeof RESOLVE_KIND;
  readonly siteId: typeof SITE_ID;
  readonly semanticDigest: string;
  readonly failureClasses: readonly [];
}

/** `ts1_` and the digest of the parts, each ended by NUL (contract memory 2.1). */
export function transportDigest(sha256: Sha256, parts: readonly string[]): string {
  return `ts1_${sha256(parts.map((part) => `${part}\0`).join(""))}`;
}

/** The digest of a dispatch: the payload has no part in it, so it is one per action. */
export function dispatchDigest(sha256: Sha256, action: string, actionId: string): string {
  return transportDigest(sha256, [PROFILE_ID, DISPATCH_KIND, action, actionId]);
}

/** Where an action belongs. */
export function worldBinding(action: TransportAction): WorldBinding {
  const { operationId, routeFamilyId, worldId, morphismRowId } = TRANSPORT_ROWS[action];
  return { operationId, routeFamilyId, worldId, morphismRowId };
}

/** The digest of a registry row. */
export function rowDigest(sha256: Sha256, row: TransportRow): string {
  const { actionId, action, operationId, routeFamilyId, worldId, morphismRowId, morphisms } = row;
  return transportDigest(sha256, [
    PROFILE_ID,
    actionId,
    action,
    operationId,
    routeFamilyId,
    worldId,
    morphismRowId,
    ...morphisms,
  ]);
}

/** The witness of an action; it depends on nothing else. */
export function resolverWitness(sha256: Sha256, action: TransportAction): ResolverWitness {
  const binding = worldBinding(action);
  const { operationId, routeFamilyId, worldId, morphismRowId } = binding;
  const parts = [SITE_ID, operationId, routeFamilyId, worldId, morphismRowId, "accepted"];
  const semanticDigest = `sr1_${sha256(parts.join("\0"))}`;
  return { schema: 1, witnessKind: RESOLVE_KIND, siteId: SITE_ID, ...binding, semanticDigest, failureClasses: [] };
}

/** How a witness is referred to. */
export function resolverWitnessRef({ operationId, semanticDigest }: ResolverWitness): string {
  return `resolver://site-resolve/${operationId.replaceAll("/", "_")}/${semanticDigest}`;
}
