import { appendFileSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { now } from "#platform";
import { agent, openFileJournal } from "../../../src/index.ts";
import { openPermissions } from "../../../src/tools-door.ts";
import { call, calls, say, scriptedModel } from "../../../src/testing/index.ts";
import { setOf, textTool } from "../staged.ts";
import { askRules } from "./file-session.ts";

/**
 * An agent in a process of its own, with a real journal: `<folder> <what>`. Its tool `pay` takes effect (a line in a file), says so, and then
 * does what the second word says: `hangs` for ever, or `answers`. Everything that it hears it says on a line.
 */
const [folder = "", what = "answers"] = process.argv.slice(2);
const path = join(folder, "s-1.jsonl");

function tell(word: string, value: unknown = ""): void {
  writeSync(1, `${word} ${JSON.stringify(value)}\n`);
}

const pay = textTool("pay", (text, { toolCallId }) => {
  // What stands on the disk before the first effect.
  tell("onDisk", readFileSync(path, "utf8").includes(`"kind":"tools.requested"`));
  appendFileSync(join(folder, "effects"), `${toolCallId} ${text}\n`);
  tell("effect", toolCallId);
  return what === "hangs" ? new Promise<string>(() => undefined) : `paid ${text}`;
});

const both = calls([call("pay", { text: "ada" }), call("pay", { text: "bob" })]);
const long = Array.from({ length: 2_000 }, (_, n) => call("pay", { text: `${n}${"x".repeat(2_000)}` }));
const run = agent({
  model: scriptedModel(what === "long" ? long : [both, say("all paid")]),
  tools: setOf(pay),
  budget: 3_000,
  journal: (sessionId) => openFileJournal({ path, sessionId, clock: { now }, sync: "never" }),
  permissions: (seat) =>
    openPermissions({
      ...seat,
      rules: askRules,
      root: folder,
      approver: () => Promise.resolve({ decision: "approved", scope: "session", by: "ada" }),
    }),
}).start("pay everybody", { sessionId: "s-1" });

for await (const event of run) tell("event", event);
const result = await run.result;
tell("ended", [result.phase, result.phase === "Failed" ? result.error.message : ""]);
