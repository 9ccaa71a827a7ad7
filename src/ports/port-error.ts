/** The world failed (disk, lock, transport): what an adapter throws, and nothing else does. The only value of this layer. */
export class PortError<Code extends string = string> extends Error {
  override readonly name = "PortError";
  readonly port: string;
  readonly code: Code;
  readonly retryable: boolean;
  constructor(
    port: string,
    code: Code,
    message: string,
    { retryable = false, cause }: { readonly retryable?: boolean; readonly cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.port = port;
    this.code = code;
    this.retryable = retryable;
  }
}
