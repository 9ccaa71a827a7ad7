import type { AgentEvent } from "#ports";

type Decided = Extract<AgentEvent, { readonly kind: "PolicyDecided" }>;

const WORDS = {
  Fail: "the run ends",
  Retry: "it is tried again",
  Reprompt: "the model is told, and tries again",
  Interrupt: "the run is interrupted",
} as const satisfies Record<Decided["decision"]["kind"], string>;

/** What follows from an error, in a few words. */
export function decisionText({ error, decision }: Decided): string {
  return `${error}: ${WORDS[decision.kind]}`;
}
