import { agent } from "../../src/index.ts";
import type { Model } from "#ports";

declare const model: Model;

export async function ticket(): Promise<number> {
  return (await agent({ model, budget: 1 }).start("go", { own: { ticket: 7 } }).result).state.own.ticket;
}
