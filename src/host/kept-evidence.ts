import { isJsonObject, type KeptEvidence, type KeptPermit, parseDigest } from "#kernel";
import { PortError, type SessionReads, type WitnessStore } from "#ports";

/** What the files of a state folder keep of the evidence that rows name; looked up when it is asked for. */
export function keptEvidence(sessions: SessionReads): KeptEvidence {
  const { witnesses } = sessions;
  let ids: ReadonlySet<string> | undefined;
  let permits: ReadonlyMap<string, readonly KeptPermit[]> | undefined;
  return {
    hasSession(sessionId) {
      ids ??= new Set(sessions.list().map((journal) => journal.sessionId));
      return ids.has(sessionId);
    },
    witnessProblem(ref, kind) {
      const digest = parseDigest(ref);
      if (digest === undefined) return `${ref} is no witness's name`;
      const found = witnessOf(witnesses, digest);
      if (found instanceof PortError) return found.message;
      return kind === undefined || found.kind === kind
        ? undefined
        : `the witness ${ref} is one of ${found.kind}, and ${kind} is due`;
    },
    permitsOf(evidenceDigest) {
      permits ??= permitsIn(witnesses);
      return permits.get(evidenceDigest) ?? [];
    },
  };
}

function permitsIn(store: WitnessStore): ReadonlyMap<string, readonly KeptPermit[]> {
  const permits = new Map<string, readonly KeptPermit[]>();
  for (const ref of store.list()) {
    const witness = witnessOf(store, ref);
    if (witness instanceof PortError || witness.kind !== "MutationReady" || !isJsonObject(witness.value)) continue;
    const { action, args, evidenceDigest, witnessRef } = witness.value;
    const id = isJsonObject(args) ? args["id"] : undefined;
    if (action !== "issue.close" || typeof id !== "string") continue;
    if (typeof evidenceDigest !== "string" || typeof witnessRef !== "string") continue;
    permits.set(evidenceDigest, [...(permits.get(evidenceDigest) ?? []), { witnessRef, issueId: id }]);
  }
  return permits;
}

/** The witness, or why there is none: that it is missing or changed is the answer. */
function witnessOf(
  store: WitnessStore,
  ref: Parameters<WitnessStore["get"]>[0],
): ReturnType<WitnessStore["get"]> | PortError {
  try {
    return store.get(ref);
  } catch (error) {
    if (error instanceof PortError) return error;
    throw error;
  }
}
