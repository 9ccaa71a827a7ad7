import { type Digest, digestIn, type Sha256 } from "../digest/digest.ts";
import type { CheckpointAnswered } from "./session-event.ts";

/** The digest of an answer at a checkpoint, by which evidence names it. */
export function approvalOfCheckpoint(sha256: Sha256, { step, checkpoint, decision, by }: CheckpointAnswered): Digest {
  return digestIn(sha256, "tusk.checkpoint.v1", { step, checkpoint, decision, by });
}
