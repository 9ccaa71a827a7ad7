import { osErrorText } from "#platform";
import { type IssueStoreCode, PortError } from "#ports";

/** An error of the issue store, with the contract's text (memory 1.1, 1.7). */
export function storeError(code: IssueStoreCode, message: string, cause?: unknown): PortError<IssueStoreCode> {
  return new PortError("issues", code, message, { retryable: code === "lock_busy", cause });
}

/** What a file call threw, as the contract words it: `line 0: I/O error: <path>: <detail>`. */
export function ioError(path: string, cause: unknown): PortError<IssueStoreCode> {
  return storeError("io", `line 0: I/O error: ${path}: ${osErrorText(cause)}`, cause);
}

/** Whether a file call failed because there is nothing there. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** What `work` answers; an error of the operating system becomes one of the store, about `path`. */
export function guardIo<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof PortError || !(error instanceof Error && "errno" in error)) throw error;
    throw ioError(path, error);
  }
}
