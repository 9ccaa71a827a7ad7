import { type CancelSignal, PortError } from "#ports";

/** How the models of this layer fail. A provider's own words stand in the sentence, never in the code. */
export type ModelErrorCode =
  | "aborted"
  /** No connection, or a broken one, before anything of the reply came. */
  | "transport"
  /** The reply broke off: the connection, the idle limit, or the end of a stream that named no stop reason. */
  | "stream_cut"
  | "script_ended"
  | "bad_ref"
  | "no_package"
  | "no_key"
  | "bad_base_url"
  /** The conversation cannot be said to this provider. */
  | "unsendable"
  | "unauthorised"
  | "not_found"
  | "rate_limited"
  | "bad_request"
  /** The provider says that it failed by itself. */
  | "provider_failed"
  /** What came is no reply of this provider: a web page, broken JSON, an event without its beginning. */
  | "bad_reply"
  | "too_large"
  | "tape_unusable"
  | "tape_differs"
  | "tape_ended";

/** An error of a model. Its sentence is given as it is: who makes it has taken every key out. */
export function modelError(code: ModelErrorCode, message: string, retryable = false): PortError<ModelErrorCode> {
  return new PortError("model", code, message, { retryable });
}

/** What a model throws once its signal has fired. The same request may not be sent again: somebody wanted it to end. */
export function aborted(signal: CancelSignal): PortError<ModelErrorCode> {
  return new PortError("model", "aborted", "the model call was aborted", { cause: signal.reason });
}

/** What a model throws whose stream ended before the reply was whole. */
export function streamCut(): PortError<ModelErrorCode> {
  return modelError("stream_cut", "the stream ended before the reply was whole", true);
}
