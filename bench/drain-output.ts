// Reads so many megabytes of a command's output: as the shell tool does (`capture`), or as bytes that nobody keeps (`pipe`).
import { startChild } from "#platform";
import { captureOutput } from "../src/tools/shell/capture.ts";

const [how, megabytes] = process.argv.slice(2);
const argv = ["-c", `head -c ${megabytes}M /dev/zero`];
const { stdout, stderr, closed } = await startChild({
  program: "/bin/sh",
  argv,
  cwd: "/",
  env: { PATH: "/usr/bin:/bin" },
});
if (stdout === undefined || stderr === undefined) throw new Error("no pipes");
const expected = Number(megabytes) * 1024 * 1024;
if (how === "capture") {
  const limits = { maxBytes: 2 * expected, headBytes: 8192, tailBytes: 16_384 };
  const capture = captureOutput({ stdout, stderr, limits, onLine: undefined });
  await capture.closed;
  if (capture.finish().stdout.totalBytes !== expected) throw new Error("some of it is missing");
} else {
  let bytes = 0;
  stdout.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
  });
  stderr.resume();
  await closed;
  if (bytes !== expected) throw new Error("some of it is missing");
}
