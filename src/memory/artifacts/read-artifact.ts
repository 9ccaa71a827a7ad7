import { type InputBytes, kindOf, readInput } from "#platform";
import type { ArtifactCode } from "#ports";

/** The bytes of an artifact, or one reason why there are none. */
export type ArtifactBytes =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly code: ArtifactCode; readonly reason: string };

/** Reads an artifact's file as it stands: replaced whole, it is never half of one. */
export function readArtifact(path: string): ArtifactBytes {
  const input: InputBytes = readInput(path);
  if (input.ok) return input;
  return { ok: false, code: isAbsent(path) ? "missing" : "unreadable", reason: input.reason };
}

/** Whether there is nothing at a path, or no way to it. */
export function isAbsent(path: string): boolean {
  return kindOf(path) === "missing";
}
