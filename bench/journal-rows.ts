// `journal-rows.ts <folder> <always|never> <rows in a group> <groups> <rounds>`: prints for each round the medians of a group,
// `<raw ms> <journal ms>`. Both write the same rows in the same groups, in one process, group by group in turns.
import { hash } from "node:crypto";
import { closeSync, fdatasync, openSync, readFileSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { openFileJournal } from "#memory";
import { now } from "#platform";
import { percentile } from "./measure.ts";

const [folder = "", sync = "never", group = "1", groups = "100", rounds = "1"] = process.argv.slice(2);

/** About half a kilobyte, as a settled call is. */
const EVENT = {
  kind: "tool.settled",
  turn: 3,
  result: {
    toolCallId: "call-00000017",
    outcome: "ok",
    attempts: 1,
    text: "while (i < lines) {\n  step(i);\n}\n".repeat(8),
    truncation: { cut: false, bytes: 264 },
    digests: ["sha256:0123456789abcdef", "sha256:fedcba9876543210"],
  },
};

const size = Number(group);
const journal = await openFileJournal({
  path: join(folder, `journal-${process.pid}.jsonl`),
  sessionId: "bench",
  clock: { now },
  sync: sync === "always" ? "always" : "never",
});
const descriptor = openSync(join(folder, `raw-${process.pid}`), "a");

async function journalled(): Promise<void> {
  for (let row = 0; row < size; row++) journal.append(EVENT);
  await journal.settled();
}

let last = "";

/** Each row made into text and hashed with the digest before, the group one write. */
function hashed(): void {
  let text = "";
  for (let row = 0; row < size; row++) {
    const body = JSON.stringify({ prev: last, at: now(), ...EVENT });
    last = hash("sha256", body);
    text += `${body}\n`;
  }
  writeSync(descriptor, text);
}

/** As many bytes as the journal writes, in one write and one sync, with nothing made or hashed. */
function synced(): Promise<void> {
  writeSync(descriptor, bytes);
  return new Promise((resolve, reject) => {
    fdatasync(descriptor, (error) => (error === null ? resolve() : reject(error)));
  });
}

async function timed(work: () => void | Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

await journalled();
const path = join(folder, `journal-${process.pid}.jsonl`);
const bytes = readFileSync(path).subarray(-Math.floor(statSync(path).size * (size / (size + 1))));
for (let round = -1; round < Number(rounds); round++) {
  const [raw, own]: [number[], number[]] = [[], []];
  for (let at = 0; at < Number(groups); at++) {
    raw.push(await timed(sync === "always" ? synced : hashed));
    own.push(await timed(journalled));
  }
  // The first round warms up.
  if (round >= 0) process.stdout.write(`${percentile(raw, 0.5)} ${percentile(own, 0.5)}\n`);
}
await journal.close();
closeSync(descriptor);
