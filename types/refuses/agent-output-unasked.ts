// refuses: TS2339
import { agent } from "../../src/index.ts";
import type { Model } from "#ports";

declare const model: Model;

export async function answer(): Promise<string> {
  return (await agent({ model, budget: 1 }).start("go").result).output;
}
