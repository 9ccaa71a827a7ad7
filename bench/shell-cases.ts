import { fileURLToPath } from "node:url";
import type { Case } from "./cases.ts";
import { asProcess, peakOf } from "./measure.ts";

const DRAIN = fileURLToPath(new URL("drain-output.ts", import.meta.url));
const MEGABYTES = 512;

/** What it costs to take a command's output, with its ends kept and all of it hashed, against reading the pipe and throwing it away (T05). */
export function shellCases(): readonly Case[] {
  const drain = (how: "capture" | "pipe"): readonly string[] => [DRAIN, how, `${MEGABYTES}`];
  return [
    {
      name: `shell output ${MEGABYTES} MB`,
      bytes: MEGABYTES * 1024 * 1024,
      work: asProcess(process.execPath, drain("capture")),
      baseline: asProcess(process.execPath, drain("pipe")),
      baselineName: "node, bare pipe read",
      samples: 5,
      peak: { measure: () => peakOf(drain("capture")), most: 150e6 },
      short: false,
    },
  ];
}
