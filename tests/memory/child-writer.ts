import { writeSync } from "node:fs";
import type { IssueMutation } from "#kernel";
import { TestStore } from "./manual-store.ts";

/**
 * A writer in a process of its own: `<issues path> <point or "-"> <what> <mutation as JSON>...`. At the point of each commit it says so, and
 * then dies (`die`), waits to be killed (`wait`) or goes on (`go`). Answers one line of JSON per mutation.
 */
const [path = "", point = "-", what = "go", ...mutations] = process.argv.slice(2);

function say(text: string): void {
  writeSync(1, `${text}\n`);
}

const store = new TestStore(path, {
  at: (at) => {
    if (at !== point) return;
    say(`at ${at}`);
    if (what === "die") process.kill(process.pid, "SIGKILL");
    if (what !== "go") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
});
for (const text of mutations) {
  say(`begin`);
  const applied = store.repeat(JSON.parse(text) as IssueMutation);
  say(JSON.stringify(applied.ok ? { ok: true, issue: applied.issue } : applied));
}
store.store.close();
