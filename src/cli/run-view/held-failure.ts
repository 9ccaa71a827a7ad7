import type { AgentEvent } from "#ports";

type Failed = Extract<AgentEvent, { readonly kind: "StepFailed" }>;

/** A failure that waits until it is known whether the run goes on: where the run ends with it, the end says it, and nobody says it twice. */
export class HeldFailure {
  #event: Failed | undefined;

  hold(event: Failed): void {
    // Whoever stopped it knows.
    this.#event = event.error === "cancelled" ? undefined : event;
  }

  /** What waited, once; undefined where nothing did, or it is what `told` says already. */
  take(told?: string): Failed | undefined {
    const event = this.#event;
    this.#event = undefined;
    return event === undefined || told === failureText(event) ? undefined : event;
  }
}

/** A failure as the end of a run says it, too. */
export function failureText({ error, reason }: Failed): string {
  return `${error}: ${reason}`;
}
