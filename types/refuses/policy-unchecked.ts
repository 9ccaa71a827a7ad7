// refuses: TS2739
import { agent, failFast } from "../../src/index.ts";
import type { Model } from "#ports";

declare const model: Model;

const config = { onMalformedAction: { kind: "RepromptN", n: Infinity } } as const;

export const endless = agent({ model, budget: 1, policy: { ...failFast, config } });
