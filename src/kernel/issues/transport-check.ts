import type { Sha256 } from "../digest/digest.ts";
import type { JsonObject } from "../json/value.ts";
import { CHECK_KIND, PROFILE_ID, REGISTRY_KIND, TRANSPORT_ROWS } from "./transport-constants.ts";
import { rowDigest, transportDigest, worldBinding } from "./transport-digest.ts";

/** What `transport-check` says of the registry, fields in the contract's order (memory 2.1). The registry is a closed table: nothing can be missing. */
export function transportCheck(sha256: Sha256): JsonObject {
  const actions = Object.values(TRANSPORT_ROWS).map((row) => {
    const { action, actionId } = row;
    return { action, actionId, ...worldBinding(action), semanticDigest: rowDigest(sha256, row) };
  });
  const parts = actions.flatMap(({ action, actionId, semanticDigest }) => [action, actionId, semanticDigest]);
  return {
    schema: 1,
    checkKind: CHECK_KIND,
    registryKind: REGISTRY_KIND,
    profileId: PROFILE_ID,
    result: "accepted",
    failureClasses: [],
    issues: [],
    actionCount: actions.length,
    actions,
    semanticDigest: transportDigest(sha256, [CHECK_KIND, PROFILE_ID, "accepted", ...parts]),
  };
}
