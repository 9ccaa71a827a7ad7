import { agent, failFast, parsePolicyConfig } from "../../src/index.ts";
import type { Model } from "#ports";

declare const model: Model;

const reading = parsePolicyConfig({ onMalformedAction: { kind: "RepromptN", n: 3 } });

export const bounded = reading.ok && agent({ model, budget: 1, policy: { ...failFast, config: reading.config } });
