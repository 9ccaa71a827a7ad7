import { agent } from "../../src/index.ts";
import type { Model } from "#ports";

declare const model: Model;

export async function answer(): Promise<string> {
  const result = await agent({ model, budget: 1 }).start("go").result;
  return result.phase === "Completed" ? result.output : result.phase;
}
