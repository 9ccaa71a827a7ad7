import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, existsSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { makeFifo } from "../support/make-fifo.ts";
import { noWallsAtAll } from "../support/no-walls.ts";
import { runProcess } from "../support/run-process.ts";
import { ask, say } from "../wire/wire-turn.ts";
import { type Place, places, shellLine, TUSK } from "./place.ts";

const missing = noWallsAtAll();
const place = places();

beforeEach(({ skip }) => skip(missing !== undefined, missing));

const LONG = "a line of many\n".repeat(28_000);

/** A run whose standard output nobody reads, though it stays open. */
async function unread(here: Place): Promise<{ readonly kill: (name: NodeJS.Signals) => void; readonly ended: Ended }> {
  const fifo = join(here.cwd, "unread");
  makeFifo(fifo);
  const end = openSync(fifo, constants.O_RDWR);
  const child = spawn(TUSK, here.words("say much", "--json"), {
    cwd: here.cwd,
    env: here.env,
    stdio: ["ignore", end, "pipe"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
    closeSync(end);
  });
  let stderr = "";
  child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = once(child, "close").then(([code, signal]) => ({ code, signal, stderr }));
  await sessionWith(here, '"model.replied"');
  return { kill: (name) => void child.kill(name), ended };
}

type Ended = Promise<{ readonly code: unknown; readonly signal: unknown; readonly stderr: string }>;

/** Waits until a session holds a row of this kind. */
async function sessionWith(here: Place, row: string): Promise<void> {
  const folder = join(here.cwd, ".premath/sessions");
  const holds = (): boolean =>
    existsSync(folder) &&
    here.sessions().some((name) => readFileSync(join(folder, `${name}.jsonl`), "utf8").includes(row));
  while (!holds()) await wait(50);
}

describe("tusk run whose reader stalls", () => {
  test("the second signal ends it at once, and says how to go on (R11, DESIGN 24)", async () => {
    const here = await place({ script: [say(LONG)] });
    const { kill, ended } = await unread(here);
    kill("SIGINT");
    await wait(100);
    kill("SIGINT");
    const { code, stderr } = await ended;
    const [session = ""] = here.sessions();
    expect(code).toBe(130);
    expect(stderr).toContain(`stopped at once; go on with: tusk run --resume ${session} --base-url http://127.0.0.1:`);
  });

  test("one signal is heard too: the run ends in good order, and the reader is not waited for", async () => {
    const here = await place({ script: [say(LONG)] });
    const { kill, ended } = await unread(here);
    kill("SIGTERM");
    expect(await ended).toMatchObject({ code: 130, signal: null });
    expect((await here.tusk(["verify"])).code).toBe(0);
  });

  test("a slow reader gets every byte", async () => {
    const here = await place({ script: [say(LONG)] });
    const line = `${shellLine([TUSK, ...here.words("say much")])} | (sleep 3; cat)`;
    const { stdout } = await runProcess("/bin/sh", ["-c", line], { cwd: here.cwd, env: here.env, timeout: 50_000 });
    expect(stdout === LONG).toBe(true);
  });
});

describe("what a run writes to a pipe", () => {
  test("holds no escape and nothing that shows in another order, on both streams", async () => {
    const here = await place({
      script: [
        ask(["read", { path: "no\u202Ewhere\u001B[2J" }]),
        say("\u001B]0;pwned\u0007\u001B[2J\ttab\u202E\nline\n"),
      ],
    });
    const { code, stdout, stderr } = await here.run("look");
    expect([code, stdout]).toEqual([0, "\\u{1b}]0;pwned\\u{7}\\u{1b}[2J\ttab\\u{202e}\nline\n"]);
    expect(stderr).toContain("read no\\u{202e}where\\u{1b}[2J");
    expect(stderr).not.toMatch(/[\u001B\u202E]/);
  });

  test("a full disk stops the run, and says what was kept and how to go on", async () => {
    const here = await place({ script: [say("Lost."), say("Kept.")] });
    const line = `${shellLine([TUSK, ...here.words("say it", "--json")])} > /dev/full`;
    const full = await runProcess("/bin/sh", ["-c", line], { cwd: here.cwd, env: here.env, timeout: 50_000 });
    const [session = ""] = here.sessions();
    expect(full.code).toBe(1);
    expect(full.stderr).toContain(
      `the output cannot be written (ENOSPC): the run is stopped; go on with: tusk run --resume ${session} `,
    );
    expect(full.stderr).not.toContain("nothing else was changed");
  });

  test("an output that is closed is told before anything begins", async () => {
    const here = await place({ script: [say("never")] });
    const line = `${shellLine([TUSK, ...here.words("say it")])} >&-`;
    const closed = await runProcess("/bin/sh", ["-c", line], { cwd: here.cwd, env: here.env, timeout: 50_000 });
    expect([closed.code, closed.stderr, here.server.requests.length]).toEqual([
      2,
      "error: standard output is closed, so that what the run says would be lost; nothing was begun\n",
      0,
    ]);
  });

  test("a failure that ends the run is told once", async () => {
    const here = await place({ script: [say("never")], faults: { 0: { kind: "status", status: 401 } } });
    const { code, stderr } = await here.run("try");
    expect(code).toBe(1);
    expect(stderr.split("status 401")).toHaveLength(2);
    expect(stderr).toMatch(/^failed: ModelTransport: .*status 401/m);
  });
});
