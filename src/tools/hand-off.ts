import * as z from "zod";
import { HAND_OFF_TOOL } from "#kernel";
import type { Tool } from "#ports";
import { tool } from "./tool.ts";

const items = z.array(z.string().min(1).max(1000)).max(40);

const args = z.strictObject({
  done: items.describe("What is finished, one sentence each: only what you have seen to hold."),
  left: items.describe("What is left to do, in order."),
  constraints: items.default([]).describe("What whoever goes on has to keep to."),
});

/** The model hands its work over in its own words: it reads and changes nothing, the harness makes the packet (R22). */
export const handOffTool: Tool = tool({
  name: HAND_OFF_TOOL,
  description:
    "Hands this work over to a new session that goes on with it and knows nothing but what you write here and what stands in the files. " +
    "Use it when your steps run out or the work is better cut here; then end your turn.",
  args,
  output: args,
  examples: [{ done: ["the parser keeps the last line"], left: ["a test for an empty file"], constraints: [] }],
  effects: ["other"],
  run: (note) => note,
});
