/*
 * A worker in few words, for tests of the coordinator: it speaks the protocol of `tusk worker --json --parent-pipe` and works on issues that are files of a folder.
 * `SCRIPT` says what it does with an issue, attempt by attempt; without a word it closes it.
 */
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    "worker-id": { type: "string" },
    issue: { type: "string" },
    json: { type: "boolean" },
    "parent-pipe": { type: "boolean" },
    folder: { type: "string" },
    quiet: { type: "boolean" },
  },
});
const [worker, issueId, folder] = [values["worker-id"] ?? "", values.issue ?? "", values.folder ?? ""];
const script = JSON.parse(process.env["SCRIPT"] ?? "{}") as Record<string, readonly string[]>;
const say = (line: object): void =>
  void process.stdout.write(`${JSON.stringify({ schema: 1, worker, at: new Date().toISOString(), ...line })}\n`);
const row = (kind: string, members: object = {}): void =>
  say({ kind: "tusk.harness.row.v1", seq: 1, row: { kind, issueId, stepId: `${worker}.${issueId}.1`, ...members } });
const note = (text: string): void => appendFileSync(join(folder, "notes"), `${text}\n`);
const claim = join(folder, "claims", `${issueId}.owner`);
const closed = join(folder, "closed", issueId);

/** What stands in a file; undefined where there is none. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** Writes a file that is not there yet; false where it is. */
function isWritten(path: string): boolean {
  try {
    writeFileSync(path, worker, { flag: "wx" });
    return true;
  } catch {
    return false;
  }
}

// The lock of a real journal, without what it takes to write one.
const home = join(folder, "state/workers", worker);
mkdirSync(home, { recursive: true });
isWritten(join(home, "journal.jsonl"));
const lock = new DatabaseSync(join(home, "journal.jsonl.lock"), { timeout: 500 });
try {
  lock.exec("BEGIN IMMEDIATE");
} catch {
  if (values.quiet !== true) say({ kind: "tusk.worker.refused.v1", code: "busy", message: "another has its journal" });
  process.exit(1);
}

function leave(how: string, exit: number): never {
  if (held) rmSync(claim, { force: true });
  if (held) row("stop.handoff", { reason: how });
  note(`${how} ${worker} ${issueId}`);
  process.exit(exit);
}

let held = false;
const attempt = readdirSync(join(folder, "attempts")).filter((name) => name.startsWith(`${issueId}.`)).length;
writeFileSync(join(folder, "attempts", `${issueId}.${attempt}.${process.pid}`), "");
const deed = script[issueId]?.[attempt] ?? "closes";
if (deed === "deaf") process.on("SIGTERM", () => note(`deaf ${worker}`));
else {
  process.on("SIGTERM", () => leave("told", 0));
  process.stdin.on("end", () => leave("orphaned", 0)).resume();
}
note(`began ${worker} ${process.pid} ${issueId} ${deed}`);
row("boot.target", { reason: "named", ready: 1 });
if (deed === "unusable") {
  process.stderr.write("error: no model is named\nhint: name one\n");
  process.exit(2);
}
// What a worker of this name had before it died is its own.
if (textOf(closed) !== undefined || (!isWritten(claim) && textOf(claim) !== worker)) process.exit(0);
held = true;
row("step.claimed", { leaseId: "l", expiresAt: new Date(Date.now() + 60_000).toISOString() });
if (deed === "babbles") process.stdout.write("what is this \u001B[2J\n");
if (deed === "dies") process.kill(process.pid, "SIGKILL");
row("step.working", { work: "command", attempt: 1, round: 1 });
if (deed === "waits" || deed === "deaf") {
  setInterval(() => undefined, 1000);
  await new Promise(() => undefined);
}
await new Promise((resolve) => setTimeout(resolve, 20));
row("step.verified", { when: "after", verdict: deed === "fails" ? "fails" : "holds" });
if (deed === "fails") {
  row("stop.recorded", { resultClass: "failed_checks" });
  rmSync(claim, { force: true });
  process.exit(1);
}
if (!isWritten(closed)) note(`TWICE ${worker} ${issueId}`);
rmSync(claim, { force: true });
row("step.closed");
row("stop.recorded", { resultClass: "completed" });
say({
  kind: "tusk.worker.ended.v1",
  closed: [issueId],
  failed: [],
  handedOff: [],
  reason: "1 was taken",
  isStopped: false,
});
lock.close();
process.exit(0);
