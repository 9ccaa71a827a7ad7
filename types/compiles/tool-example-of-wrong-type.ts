import * as z from "zod";
import { tool } from "../../src/tools/tool.ts";

const args = z.strictObject({ path: z.string() });
const output = z.strictObject({ lines: z.int() });

export const look = tool({
  name: "look",
  description: "Looks.",
  args,
  output,
  examples: [{ path: "a" }],
  run: () => ({ lines: 1 }),
});
