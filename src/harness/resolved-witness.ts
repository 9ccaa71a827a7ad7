import { parseDigest } from "#kernel";
import { PortError, type WitnessStore } from "#ports";

/** The witness, where the store has it and its content is what its name says; else nothing. */
export function resolvedWitness(
  store: Pick<WitnessStore, "get">,
  ref: string,
): readonly { readonly ref: string; readonly digest: string }[] {
  const digest = parseDigest(ref);
  if (digest === undefined) return [];
  try {
    store.get(digest);
    return [{ ref, digest }];
  } catch (error) {
    if (error instanceof PortError) return [];
    throw error;
  }
}
