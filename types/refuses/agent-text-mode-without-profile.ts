// refuses: TS2322
import { agent } from "../../src/index.ts";
import type { Model } from "#ports";

declare const model: Model;

export const guessing = agent({ model, budget: 1, mode: { mode: "text" } });
