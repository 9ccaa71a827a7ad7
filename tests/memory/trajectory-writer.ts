import { writeSync } from "node:fs";
import { openTrajectories } from "#memory";
import { now } from "#platform";

/*
 * Appends rows for tests: node trajectory-writer.ts <path> <name> <count>. Each is told on standard output once its append has answered; a
 * count of 0 goes on for ever.
 */

const [, , path = "", name = "", count = "0"] = process.argv;
const last = count === "0" ? Infinity : Number(count);
const trajectories = await openTrajectories({ now });
writeSync(1, "begin\n");
for (let n = 0; n < last; n++) {
  const stepId = `${name}.bd-1.${n}`;
  // Long enough that a page of the file does not hold many.
  const witnessRefs = [`lease://handoff/bd-1/active/${"0".repeat(900)}`];
  trajectories.append(path, [
    { stepId, issueId: "bd-1", action: "worker.loop", resultClass: "completed", witnessRefs, finishedAt: now() },
  ]);
  writeSync(1, `${stepId}\n`);
}
