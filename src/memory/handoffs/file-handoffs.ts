import { join } from "node:path";
import { type Digest, type Handoff, readHandoff, receiveHandoff, type Receiving, writeHandoff } from "#kernel";
import { sha256, utf8 } from "#platform";
import type { Handoffs } from "#ports";
import { DigestFiles } from "./digest-files.ts";
import { existingArtifacts, type ArtifactPlaces } from "./existing-artifacts.ts";

/** Handoff packets as files named by their digest (R22). */
export function fileHandoffs(places: ArtifactPlaces): Handoffs {
  const files = new DigestFiles(join(places.stateFolder, "handoffs"), { ending: ".json", port: "handoffs" });
  const existing: Handoffs["existing"] = (refs) => existingArtifacts(refs, places);
  const get = (digest: Digest): Handoff => {
    const bytes = files.read(digest);
    if (bytes === undefined) throw files.failure("missing", `there is no handoff packet ${digest}`);
    const reading = readHandoff(bytes, utf8);
    if (!reading.ok) throw files.failure("damaged", `${files.pathOf(digest)}: ${reading.problem}`);
    return reading.handoff;
  };
  return {
    existing,
    get,
    put(handoff): Digest {
      const text = writeHandoff(handoff);
      const bytes = utf8.encode(text);
      // What could not be read again is not kept.
      const reading = readHandoff(bytes, utf8);
      if (!reading.ok) throw files.failure("oversized", reading.problem);
      return files.put(bytes);
    },
    async receive(digest): Promise<Receiving> {
      const handoff = get(digest);
      return receiveHandoff(handoff, await existing(handoff.artifacts.map(({ ref }) => ref)), sha256);
    },
  };
}
