import { agent } from "../../src/index.ts";
import type { Model } from "#ports";

declare const model: Model;

export const reading = agent({ model, budget: 1, mode: { mode: "text", adapterProfile: "xml_tag.v1" } });
export const looking = agent({ model, budget: 1, mode: { mode: "text", adapterProfile: undefined } });
