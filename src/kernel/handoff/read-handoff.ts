import { problemText } from "../json/problem.ts";
import { readJson, refuseDuplicates } from "../json/read.ts";
import type { Utf8 } from "../json/utf8.ts";
import type { Json } from "../json/value.ts";
import { findMisfit } from "../schema/misfit.ts";
import { parseArtifactRef } from "./artifact-ref.ts";
import { HANDOFF, type Handoff } from "./handoff.ts";
import { boundsProblem, HANDOFF_BOUNDS } from "./handoff-bounds.ts";

/** A packet that was read, or one sentence why there is none. */
export type HandoffReading =
  | { readonly ok: true; readonly handoff: Handoff }
  | { readonly ok: false; readonly problem: string };

/** Reads the bytes of a packet: its form, its bounds, and references that somebody can look up. Never throws. */
export function readHandoff(bytes: Uint8Array, utf8: Utf8): HandoffReading {
  if (bytes.length > HANDOFF_BOUNDS.bytes)
    return refused(`the packet has ${bytes.length} bytes, at most ${HANDOFF_BOUNDS.bytes} may be`);
  const reading = refuseDuplicates(readJson(bytes, utf8));
  return reading.ok ? parseHandoff(reading.value) : refused(`the packet is no JSON: ${problemText(reading.problem)}`);
}

/** The same for a packet that is JSON already. */
export function parseHandoff(value: Json): HandoffReading {
  const misfit = findMisfit(value, HANDOFF.node, "");
  if (misfit !== undefined) return refused(`the packet's ${misfit.path.slice(1) || "value"} ${misfit.problem}`);
  // Earned: the form names every member and refuses all others.
  const handoff = value as unknown as Handoff;
  const problem = boundsProblem(handoff) ?? refProblem(handoff);
  return problem === undefined ? { ok: true, handoff } : refused(`the packet's ${problem.slice(1)}`);
}

function refProblem({ artifacts }: Handoff): string | undefined {
  const seen = new Set<string>();
  for (const [at, { ref }] of artifacts.entries()) {
    if (parseArtifactRef(ref) === undefined) return `.artifacts[${at}].ref is ${JSON.stringify(ref)}, ${EXPECTED}`;
    if (seen.has(ref)) return `.artifacts[${at}].ref is there twice`;
    seen.add(ref);
  }
  return undefined;
}

const EXPECTED =
  "expected artifact://sha256:..., witness://sha256:..., commit://<hash>, session://<id>#<row> or file://<path from the root>";

function refused(problem: string): HandoffReading {
  return { ok: false, problem };
}
