import { canonicalJson, isJsonObject, readToolText, refuseDuplicates } from "#kernel";
import { utf8 } from "#platform";
import type { Witness, WitnessKind } from "#ports";

/** The wire kind of a witness file. */
const WITNESS_SCHEMA = "tusk.witness.v1";

const KINDS = {
  CallSpec: true,
  ToolUse: true,
  JoinClosed: true,
  MutationReady: true,
} as const satisfies Record<WitnessKind, true>;

/** The content of a witness: canonical, so that equal witnesses have one name. */
export function writeWitness({ kind, value }: Witness): string {
  return canonicalJson({ kind, schema: WITNESS_SCHEMA, value });
}

/** The witness that a content says; undefined when it says none. */
export function readWitness(text: string): Witness | undefined {
  const reading = refuseDuplicates(readToolText(text, utf8));
  if (!reading.ok || !isJsonObject(reading.value)) return undefined;
  const { kind, schema, value } = reading.value;
  if (schema !== WITNESS_SCHEMA || value === undefined || !isKind(kind)) return undefined;
  return { kind, value };
}

function isKind(kind: unknown): kind is WitnessKind {
  return typeof kind === "string" && Object.hasOwn(KINDS, kind);
}
