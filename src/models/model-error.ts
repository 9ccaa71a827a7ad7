import { type CancelSignal, PortError } from "#ports";

/** How the models of this layer fail by themselves; a provider's own codes stand beside these. */
export type ModelErrorCode = "aborted" | "transport" | "stream_cut" | "script_ended";

/** What a model throws once its signal has fired. The same request may not be sent again: somebody wanted it to end. */
export function aborted(signal: CancelSignal): PortError<ModelErrorCode> {
  return new PortError("model", "aborted", "the model call was aborted", { cause: signal.reason });
}

/** What a model throws whose stream ended before the reply was whole. */
export function streamCut(): PortError<ModelErrorCode> {
  return new PortError("model", "stream_cut", "the stream ended before the reply was whole", { retryable: true });
}
