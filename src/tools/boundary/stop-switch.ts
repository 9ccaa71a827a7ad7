import type { CancelSignal } from "#ports";

/** Tells one call to stop. */
export class StopSwitch {
  readonly #controller = new AbortController();
  get signal(): CancelSignal {
    return this.#controller.signal;
  }
  /** The tool hears it at once, with the reason as platforms name it. */
  pull(why: "timed_out" | "cancelled"): void {
    this.#controller.abort(new DOMException(REASONS[why].text, REASONS[why].name));
  }
}

const REASONS = {
  timed_out: { name: "TimeoutError", text: "the call has taken too long" },
  cancelled: { name: "AbortError", text: "the call was cancelled" },
} as const;
