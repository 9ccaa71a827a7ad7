import type { Reading } from "../json/problem.ts";
import { readStruct, refuseDuplicates } from "../json/read.ts";
import type { Utf8 } from "../json/utf8.ts";
import { JOIN_CHECK_INPUT, type JoinCheckInput } from "./wire.ts";

/**
 * Reads a join-check file. In the wire's free values the last of two equal keys counts, as the contract says; where
 * `evidence.tusk` is there, a key given twice is a problem: two readers could judge two turns.
 */
export function readTurn(bytes: Uint8Array, utf8: Utf8): Reading<JoinCheckInput> {
  const reading = readStruct(bytes, JOIN_CHECK_INPUT, utf8);
  return reading.ok && (reading.value.evidence.tusk ?? null) !== null ? refuseDuplicates(reading) : reading;
}
