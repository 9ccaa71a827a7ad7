// refuses: TS2741
import { agent } from "../../src/index.ts";
import type { Model } from "#ports";

declare const model: Model;

export const endless = agent({ model });
