import type { Digest } from "#kernel";
import type { ModelChunk, ModelRequest } from "#ports";

/** How a recorded call failed. `port` is a `PortError`; anything else that was thrown is a bug of its adapter. */
export type RecordedFailure =
  | { readonly kind: "port"; readonly code: string; readonly message: string; readonly retryable: boolean }
  | { readonly kind: "other"; readonly message: string };

/** One row of a cassette. Rows of calls that run at the same time stand mixed; `call` says whose each is, counted from 0. */
export type CassetteRow =
  | {
      readonly kind: "model.requested";
      readonly call: number;
      readonly ref: string;
      readonly requestDigest: Digest;
      readonly streamed: boolean;
    }
  /** A reply that came whole is one chunk. */
  | { readonly kind: "model.chunk"; readonly call: number; readonly chunk: ModelChunk }
  | { readonly kind: "model.ended"; readonly call: number }
  | { readonly kind: "model.failed"; readonly call: number; readonly failure: RecordedFailure };

/** How requests are told apart, where somebody has a cheaper way than to digest all of each. */
export interface CassetteOptions {
  readonly digestOf?: (request: ModelRequest) => Digest;
}
