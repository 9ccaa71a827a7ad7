import type { ArtifactRef } from "./tusk-evidence.ts";

/** An artifact that is not as it was promised: which one, where it stands in the list, and how it differs. */
export interface DifferingArtifact {
  readonly ref: string;
  readonly at: number;
  readonly note: string;
}

/** Artifacts that do not exist, or exist with another digest than promised; one with two digests has none (A8.17). */
export function differingArtifacts(
  promised: readonly ArtifactRef[],
  found: readonly ArtifactRef[],
): readonly DifferingArtifact[] {
  const measured = Map.groupBy(found, ({ ref }) => ref);
  return promised.flatMap(({ ref, digest }, at) => {
    const there = [...new Set((measured.get(ref) ?? []).map((row) => row.digest))];
    if (there.length === 1 && there[0] === digest) return [];
    const note =
      there.length === 0 ? `${ref} does not exist` : `${ref} is ${there.join(" and ")}, promised was ${digest}`;
    return [{ ref, at, note }];
  });
}
