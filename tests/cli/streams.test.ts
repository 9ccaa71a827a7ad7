import { spawn } from "node:child_process";
import { closeSync, constants, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { makeFifo } from "../support/make-fifo.ts";
import { ROOT } from "../support/root.ts";
import { runProcess } from "../support/run-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { expectNoStackTrace, tusk } from "./program.ts";
import { turn, writeJson } from "./turn.ts";

const TUSK = join(ROOT, "bin/tusk");
const folder = temporaryFolder();
const calls = Array.from({ length: 3000 }, (_, at) => `call-${at}`);
const large = writeJson(
  folder,
  "large.json",
  turn({
    toolRequests: calls.map((toolCallId) => ({ toolCallId, toolName: "read" })),
    toolResults: calls.map((toolCallId) => ({ toolCallId, payload: toolCallId })),
    toolUse: calls.map((toolCallId) => ({ toolCallId, disposition: "observed" })),
  }),
);

const shell = (line: string) => runProcess("/bin/sh", ["-c", line], { cwd: folder, timeout: 15_000 });

describe.concurrent("streams", () => {
  test("a reader that goes away ends the program quietly, as SIGPIPE would", async () => {
    const ended = await shell(
      `{ ${TUSK} harness-join-check --input ${large} --json; echo "code $?" >&2; } | head -c 10`,
    );
    expect(ended).toEqual({ code: 0, stdout: '{\n  "actio', stderr: "code 141\n" });
  });

  test("a reader that is gone from the start ends the program quietly too", async () => {
    const ended = await shell(`{ sleep 0.2; ${TUSK} tour; echo "code $?" >&2; } | true`);
    expect(ended).toEqual({ code: 0, stdout: "", stderr: "code 141\n" });
  });

  test("a slow reader gets every byte of a large answer", async () => {
    const [slow, direct] = await Promise.all([
      shell(`${TUSK} harness-join-check --input ${large} --json | (sleep 0.5; cat)`),
      tusk(["harness-join-check", "--input", large, "--json"]),
    ]);
    expect(slow.stdout.length).toBeGreaterThan(1_000_000);
    expect(slow).toEqual(direct);
  });

  test("closed standard output and standard error are no crash", async () => {
    expect(await shell(`${TUSK} tour >&-`)).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(await shell(`${TUSK} zzz 2>&-`)).toEqual({ code: 2, stdout: "", stderr: "" });
  });
  test("standard input that does not block is waited for", async () => {
    const fifo = join(folder, "input");
    makeFifo(fifo);
    const reader = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
    const writer = openSync(fifo, constants.O_WRONLY);
    // Handed over as descriptor 3: Node would make a standard input of its children block.
    const stdio = ["ignore", "pipe", "pipe", reader] as const;
    const child = spawn("/bin/sh", ["-c", `exec ${TUSK} digest - <&3 3<&-`], { stdio: [...stdio] });
    const said: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => said.push(chunk));
    const ended = new Promise((resolve) => child.on("close", resolve));
    writeSync(writer, "[");
    await Promise.race([ended, wait(2000)]);
    writeSync(writer, "]");
    closeSync(writer);
    closeSync(reader);
    await ended;
    expect(Buffer.concat(said).toString()).toMatch(/^sha256:4f53cda1/);
  });

  test.each([
    ["a command", "tour >"],
    ["a usage error", "zzz 2>"],
  ])("a full disk is no stack trace: %s", async (_what, line) => {
    const ended = await shell(`${TUSK} ${line} /dev/full`);
    expectNoStackTrace(ended);
    expect(ended.code).not.toBe(0);
  });
  test.each(["--version", "--help"])("a full disk is no stack trace: %s", async (flag) => {
    expectNoStackTrace(await shell(`${TUSK} ${flag} > /dev/full`));
  });
  test("a full disk is told as what it is", async () => {
    const { stderr } = await shell(`${TUSK} tour > /dev/full`);
    expect(stderr).not.toContain("bug");
  });
});
