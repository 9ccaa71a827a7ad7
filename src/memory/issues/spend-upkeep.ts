import { type JsonObject, mutationDigest, permitActor, permitRecord, spendPermit, type UpkeepMutation } from "#kernel";
import { sha256 } from "#platform";
import type { PermittedUpkeep } from "#ports";
import { storeError } from "./store-error.ts";

/** Whose word an upkeep goes by, as the log says it. */
export interface Upkeep {
  readonly mutation: string;
  readonly actor: string;
  readonly permit: JsonObject;
}

/** Spends the permit of an upkeep, or throws: nothing was done (M02). Undefined when none is wanted. */
export function spendUpkeep(wanted: PermittedUpkeep | undefined, action: UpkeepMutation["action"]): Upkeep | undefined {
  if (wanted === undefined) return undefined;
  const { mutation, permit } = wanted;
  if (!spendPermit(permit, mutation, sha256) || mutation.action !== action)
    throw storeError("permit_refused", "the permit was spent already, or was minted for another mutation");
  return {
    mutation: mutationDigest(mutation, sha256),
    actor: permitActor(permit) ?? "",
    permit: permitRecord(permit, sha256),
  };
}
