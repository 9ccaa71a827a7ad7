import { memoryWitnesses } from "#memory";
import { idle, sha256, utf8 } from "#platform";
import type { ReadCassette, ReplayOptions, ReplayReport } from "#ports";
import { replayCassette } from "#runtime";

/**
 * Runs a recorded session once more, as `tusk replay` does: without model, network or effects, every row held against the recorded one.
 * `readFileJournal` reads a cassette. Never throws for what it says (R24).
 */
export function replay(cassette: ReadCassette, options: ReplayOptions = {}): Promise<ReplayReport> {
  return replayCassette(cassette, { sha256, utf8, witnesses: memoryWitnesses(), idle }, options);
}
