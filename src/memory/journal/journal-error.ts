import { osErrorText } from "#platform";
import { type JournalCode, PortError } from "#ports";

/** An error of a journal; only a busy one may be tried again. */
export function journalError(code: JournalCode, message: string, cause?: unknown): PortError<JournalCode> {
  return new PortError("journal", code, message, { retryable: code === "busy", cause });
}

/** What `work` answers; an error of the operating system becomes one of the journal, about `path`. */
export function guardIo<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw ioError(path, error);
  }
}

/** What a file call threw, as an error of the journal; any other error as it is. */
export function ioError(path: string, error: unknown): Error {
  if (!(error instanceof Error)) return new Error(`${path}: something was thrown that is no error`, { cause: error });
  if (error instanceof PortError || !("errno" in error || "errcode" in error)) return error;
  return journalError("io", `${path}: ${"errcode" in error ? error.message : osErrorText(error)}`, error);
}
