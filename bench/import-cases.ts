import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bundleLibrary } from "../scripts/build.ts";
import type { Case } from "./cases.ts";
import { asProcess } from "./measure.ts";

/** In the clone, where package.json says what a `.js` file is: Node then need not try. */
const LIBRARY = fileURLToPath(new URL("../build/library", import.meta.url));
/** At most 60 ms over bare Node, whose start takes 26 ms where nobody else works: as a ratio it holds on a busy machine too. */
const GOAL = 3.3;

await bundleLibrary(LIBRARY);

/** What the library's first door costs a program that imports it, as it is published. */
export function importCases(): readonly Case[] {
  const door = pathToFileURL(join(LIBRARY, "index.js")).href;
  return [
    {
      name: "import tusk-harness",
      bytes: 0,
      work: asProcess(process.execPath, ["-e", `import(${JSON.stringify(door)})`]),
      baseline: asProcess(process.execPath, ["-e", "0"]),
      baselineName: "node -e 0",
      samples: 20,
      goal: GOAL,
      short: true,
    },
  ];
}
