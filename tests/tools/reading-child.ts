// Reads pages of one file in a process of its own and says by how much its memory grew, in MiB, and what the pages were.
import { readTool } from "../../src/tools/files/read.ts";
import { openWorkspace } from "../../src/tools/workspace/open-workspace.ts";

const [root = "", path = "", ...offsets] = process.argv.slice(2);
const { workspace } = openWorkspace(root, { role: "tester" }).forCall("read");
const context = {
  correlationId: "run",
  stepId: "step",
  toolCallId: "call",
  signal: new AbortController().signal,
  workspace,
  clock: { now: () => "" as never },
};
// Once before it is measured: the program itself is loaded by then.
await readTool.run({ path: "small", offset: 1, limit: 1 }, context);
const before = process.resourceUsage().maxRSS;
const pages: unknown[] = [];
for (const offset of offsets) pages.push(await readTool.run({ path, offset: Number(offset), limit: 10 }, context));
const grown = (process.resourceUsage().maxRSS - before) / 1024;
process.stdout.write(JSON.stringify({ grown, pages }));
