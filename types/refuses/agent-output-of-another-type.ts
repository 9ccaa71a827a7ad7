// refuses: TS2322
import * as z from "zod";
import { agent } from "../../src/index.ts";
import type { Model } from "#ports";

declare const model: Model;

const adder = agent({ model, budget: 1, output: z.strictObject({ sum: z.number() }) });

export async function add(): Promise<string> {
  const result = await adder.start("1 and 2").result;
  return result.phase === "Completed" ? result.output.sum : "";
}
