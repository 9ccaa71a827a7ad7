// refuses: TS2339
import { agent } from "../../src/index.ts";
import type { Model } from "#ports";

declare const model: Model;

export async function ticket(): Promise<unknown> {
  return (await agent({ model, budget: 1 }).start("go", { own: { ticket: 7 } }).result).state.own.issue;
}
