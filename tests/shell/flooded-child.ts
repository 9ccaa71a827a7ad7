// Captures the output of one command (argument 1) with a cap (argument 2), and tells what became of it and the most memory it took.
import { readFileSync } from "node:fs";
import { startChild } from "#platform";
import { captureOutput } from "../../src/tools/shell/capture.ts";

const [command = "", maxBytes = "", withLines = ""] = process.argv.slice(2);
const env = { PATH: "/usr/bin:/bin" };
const child = await startChild({ program: "/bin/sh", argv: ["-c", command], cwd: "/", env, detached: true });
if (child.stdout === undefined || child.stderr === undefined) throw new Error("no pipes");
let longest = 0;
const capture = captureOutput({
  stdout: child.stdout,
  stderr: child.stderr,
  limits: { maxBytes: Number(maxBytes), headBytes: 8192, tailBytes: 16_384 },
  onLine:
    withLines === "lines"
      ? (_stream, line) => {
          longest = Math.max(longest, line.length);
        }
      : undefined,
});
const started = performance.now();
const over = await Promise.race([capture.overflow.then(() => true), capture.closed.then(() => false)]);
const overMs = performance.now() - started;
if (over) process.kill(-child.pid, "SIGKILL");
await capture.closed;
const endMs = performance.now() - started - overMs;
const { totalBytes, digest, retainedHead, retainedTail } = capture.finish().stdout;
const peakBytes = Number(/VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) * 1024;
process.stdout.write(
  JSON.stringify({ over, overMs, endMs, totalBytes, digest, retainedHead, retainedTail, longest, peakBytes }),
);
