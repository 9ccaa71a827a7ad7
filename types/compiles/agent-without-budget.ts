import { agent } from "../../src/index.ts";
import type { Model } from "#ports";

declare const model: Model;

export const bounded = agent({ model, budget: 10 });
