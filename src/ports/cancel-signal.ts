/** The part of an abort signal that is asked for where no platform declares one. */
interface PlainSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** Tells running work to stop: the platform's own `AbortSignal`, wherever there is one. */
export type CancelSignal = typeof globalThis extends { AbortSignal: { readonly prototype: infer Signal } }
  ? Signal
  : PlainSignal;
