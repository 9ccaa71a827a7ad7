import { PortError, type RepositoryCode } from "#ports";

/** What this port throws: one sentence, and whether the same call may do better later. */
export function repositoryError(code: RepositoryCode, sentence: string, cause?: unknown): PortError<RepositoryCode> {
  return new PortError("repository", code, sentence, { retryable: code === "busy", cause });
}
