import { type ArtifactCode, PortError } from "#ports";

/** An error of the artifacts, with the contract's sentence (2). */
export function artifactError(code: ArtifactCode, message: string, cause?: unknown): PortError<ArtifactCode> {
  return new PortError("artifacts", code, message, { retryable: code === "lock_busy", cause });
}
