// Runs a command as a worker does, says when it runs, and waits for its end.
import { commandWork } from "../../src/cli/compose-harness/command-work.ts";
import { workOrder } from "./work-order.ts";

const [folder = "", command = ""] = process.argv.slice(2);
const work = commandWork({
  command,
  workerFolder: folder,
  issuesPath: "/nowhere/issues.jsonl",
  sessionPath: "/nowhere/harness_session.json",
  onLog: (path) => void process.stdout.write(`${path}\n`),
});
await work.work(workOrder(folder));
await work.close();
