import { type Digest, digestText, type Json } from "#kernel";
import { sha256 } from "#platform";
import { PortError, type Witness, type WitnessCheck, type WitnessKind, type WitnessStore } from "#ports";
import { writeWitness } from "./witness-text.ts";

/** Witnesses that live as long as the process, under the names that files would give them. */
export function memoryWitnesses(): WitnessStore {
  const kept = new Map<Digest, Witness>();
  return {
    put(kind: WitnessKind, value: Json): Digest {
      const ref = digestText(sha256, writeWitness({ kind, value }));
      kept.set(ref, { kind, value });
      return ref;
    },
    get(ref: Digest): Witness {
      const witness = kept.get(ref);
      if (witness === undefined) throw new PortError("witnesses", "missing", `there is no witness ${ref}`);
      return witness;
    },
    list: (): readonly Digest[] => [...kept.keys()].toSorted(),
    verify: (): WitnessCheck => ({ checked: kept.size, bad: undefined }),
  };
}
