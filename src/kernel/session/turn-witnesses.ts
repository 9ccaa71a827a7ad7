import { canonicalJson } from "../digest/canonical.ts";
import { type Digest, digestText, type Sha256 } from "../digest/digest.ts";
import type { Json } from "../json/value.ts";
import type { JoinClosed } from "../turn/join-closed.ts";

/** What a closed turn proves, stage by stage: its spec, what became of its results, and the judgement (M14). */
export interface TurnWitnesses {
  readonly callSpec: Json;
  readonly toolUse: Json;
  readonly joinClosed: Json;
}

/** The witnesses of a closed turn. The same turn has the same ones, whoever closes it. */
export function turnWitnesses({ report, witness }: JoinClosed, specDigest: string): TurnWitnesses {
  const { callSpec, toolUse } = report.normalized;
  return {
    callSpec: withoutAbsent({ callSpec, specDigest }),
    toolUse: withoutAbsent({ callId: callSpec.callId, toolUse }),
    joinClosed: withoutAbsent(witness),
  };
}

/** The name of a witness: the digest of its content as it is stored. */
export function witnessRef(
  kind: "CallSpec" | "ToolUse" | "JoinClosed" | "MutationReady",
  value: Json,
  sha256: Sha256,
): Digest {
  return digestText(sha256, canonicalJson({ kind, schema: "tusk.witness.v1", value }));
}

/** Normalised rows say `undefined` where something is absent; a witness says nothing there. */
function withoutAbsent(value: object): Json {
  if (Array.isArray(value)) return value.map(kept);
  const entries = Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : [[key, kept(item)]]));
  return Object.fromEntries(entries) as Json;
}

function kept(value: unknown): Json {
  // Witnesses hold texts, truths and whole numbers beside lists and objects.
  return typeof value === "object" && value !== null ? withoutAbsent(value) : (value as Json);
}
