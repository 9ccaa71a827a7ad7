// Lets our agent work as a worker does: unseen, and says the session's name; or live, and says how it ended.
import { agentWork } from "../../src/cli/compose-harness/agent-work.ts";
import type { WorkOrder } from "#ports";
import { agentWish } from "./agent-place.ts";

const [stateFolder = "", port = "", order = "", manner = "none"] = process.argv.slice(2);
const switching = new AbortController();
const isLive = manner === "live";
const work = agentWork({
  wish: agentWish(stateFolder, Number(port)),
  checks: [],
  show: isLive ? { kind: "live", onStop: (why) => switching.abort(why) } : { kind: "none" },
});
const { outcome, summary } = await work.work({
  ...(JSON.parse(order) as WorkOrder),
  signal: switching.signal,
  ...(isLive ? {} : { onSession: async (sessionId) => void process.stdout.write(`${sessionId}\n`) }),
});
if (isLive) process.stdout.write(`${outcome}: ${summary}\n`);
