import { writeSync } from "node:fs";
import { openArtifacts } from "#memory";
import { now } from "#platform";

/*
 * Writes features, and now and then a session, for tests: node artifact-writer.ts <folder> <name> <count>. Each feature is told on standard
 * output once its write has answered; a count of 0 goes on for ever.
 */

const [, , folder = "", name = "", count = "0"] = process.argv;
const { sessions, ledgers } = await openArtifacts({ now });
writeSync(1, "begin\n");
const end = count === "0" ? Infinity : Number(count);
for (let n = 0; n < end; n++) {
  const { featureId } = ledgers.write(`${folder}/ledger.json`, { featureId: `${name}.${n}`, status: "pending" });
  if (n % 8 === 0)
    sessions.write(`${folder}/session.json`, { sessionId: name, summary: `${n}`.repeat(2000), issuesPath: "none" });
  writeSync(1, `${featureId}\n`);
}
