import { type ArtifactCode, PortError } from "#ports";
import type { Outcome } from "./action.ts";
import { failed, MACHINE_HINT } from "./failed.ts";

/** What a person may do about it. */
const HINTS: { readonly [Code in ArtifactCode]: string } = {
  missing: "write it first: harness-session write, harness-feature write",
  unreadable: "look at what stands there and at its rights",
  invalid: "mend the file, or move it away and write it anew",
  argument: "give it a name",
  refused: "nothing was changed; without --strict it is written all the same, and harness-feature check tells",
  io: MACHINE_HINT,
  lock_busy: "nothing was changed; try again",
};

/** What `work` answers; what an artifact throws is told in the contract's words (2), with exit code 1. */
export async function withArtifacts<T>(work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await work();
  } catch (error) {
    if (!isArtifactError(error)) throw error;
    return failed(error.message, HINTS[error.code]);
  }
}

function isArtifactError(error: unknown): error is PortError<ArtifactCode> {
  return error instanceof PortError && error.port === "artifacts";
}
