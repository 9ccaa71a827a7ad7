import { writeSync } from "node:fs";
import { now } from "#platform";
import { openFileJournal } from "#memory";
import { PortError } from "#ports";

/**
 * A writer in a process of its own: `<path> <sync> <rows in a group> <bytes in a row> <how many groups>`. Says `opened`, and after each
 * group that is settled the number of the last row that must never be lost. What the journal throws it says as `<code>: <message>`.
 */
const [path = "", sync = "", inGroup = "1", bytes = "10", groups = "0"] = process.argv.slice(2);

function say(text: string): void {
  writeSync(1, `${text}\n`);
}

try {
  const journal = await openFileJournal({
    path,
    sessionId: "s1",
    clock: { now },
    sync: sync === "always" ? "always" : "never",
  });
  say("opened");
  let n = journal.opened.rows.filter(({ event }) => event.kind === "said").length;
  for (let group = 0; group < Number(groups); group++) {
    for (let at = 0; at < Number(inGroup); at++)
      journal.append({ kind: "said", n: n++, text: "é".repeat(Number(bytes) / 2) });
    await journal.settled();
    say(`settled ${n - 1}`);
  }
  // A holder that has nothing more to write waits to be killed.
  if (groups === "0") setInterval(() => undefined, 1000);
  else await journal.close();
} catch (error) {
  if (!(error instanceof PortError)) throw error;
  say(`${error.code}: ${error.message}`);
}
