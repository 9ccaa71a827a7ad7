import { digestJson, digestText, type Sha256 } from "../digest/digest.ts";
import type { RequestEvidence, ResultEvidence } from "../evidence/tusk-evidence.ts";
import type { ToolResultInput } from "../evidence/wire.ts";
import type { ValueRef } from "../schema/schema.ts";
import type { Json } from "../json/value.ts";
import type { UseParts } from "./tool-use.ts";
import type { TurnValues } from "./turn-values.ts";

/** A turn whose data is named by digest, and the data itself, which lives no longer than the process. */
export interface Withheld {
  readonly parts: UseParts;
  readonly memory: TurnValues;
}

/**
 * Takes a turn's data out of its evidence (DESIGN 21): arguments, payloads, outputs and packets stand as references.
 * The evidence that is judged live is the evidence that is stored, so both have one digest.
 */
export function withhold(parts: UseParts): Withheld {
  const memory: Record<string, Json> = {};
  const { sha256, consumers } = parts;
  const named = (value: Json): Json & ValueRef => {
    const $digest = digestJson(sha256, value);
    memory[$digest] = value;
    return { $digest };
  };
  const { intent, handoff, summary } = consumers;
  const packet = handoff?.packet;
  const kept: UseParts = {
    ...parts,
    rows: parts.rows.map((row): RequestEvidence => ({ ...row, args: named(row.args) })),
    results: parts.results.map((row) => withoutOutput(row, memory, sha256)),
    wireResults: parts.wireResults.map((row) => withoutPayload(row, named, sha256)),
    consumers: {
      ...(summary === undefined ? {} : { summary }),
      ...(intent === undefined ? {} : { intent: { ...intent, args: named(intent.args) } }),
      ...(handoff === undefined || packet === undefined
        ? {}
        : {
            handoff: {
              ...handoff,
              packet: { ...packet, intent: named(packet.intent), constraints: named(packet.constraints) },
            },
          }),
    },
  };
  return { parts: kept, memory };
}

function withoutOutput(row: ResultEvidence, memory: Record<string, Json>, sha256: Sha256): ResultEvidence {
  if (row.code === undefined) return row;
  const named = (text: string | ValueRef): string | ValueRef => {
    if (typeof text !== "string" || text === "") return text;
    const $digest = digestText(sha256, text);
    memory[$digest] = text;
    return { $digest };
  };
  const { stdout, stderr, traceback } = row.code;
  return { ...row, code: { stdout: named(stdout), stderr: named(stderr), traceback: named(traceback) } };
}

/** A wire row without what the tool said: the payload by its digest, the message as one that names its digest. */
function withoutPayload(
  { payload = null, errorMessage = null, ...row }: ToolResultInput,
  named: (value: Json) => ValueRef,
  sha256: Sha256,
): ToolResultInput {
  return {
    ...row,
    ...(errorMessage === null ? {} : { errorMessage: `withheld ${digestText(sha256, errorMessage)}` }),
    ...(payload === null ? {} : { resultDigest: named(payload).$digest }),
  };
}
