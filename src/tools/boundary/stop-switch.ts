import type { CancelSignal } from "#ports";

/** Tells one call to stop. The signal is made when somebody asks for it: most calls end before anybody does. */
export class StopSwitch {
  #controller: AbortController | undefined;
  get signal(): CancelSignal {
    this.#controller ??= new AbortController();
    return this.#controller.signal;
  }
  pull(why: "timed_out" | "cancelled"): void {
    this.#controller ??= new AbortController();
    this.#controller.abort(new DOMException(REASONS[why].text, REASONS[why].name));
  }
}

const REASONS = {
  timed_out: { name: "TimeoutError", text: "the call has taken too long" },
  cancelled: { name: "AbortError", text: "the call was cancelled" },
} as const;
