import { hash } from "node:crypto";
import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { captureOutput, type CaptureOptions } from "./capture.ts";

const LIMITS = { maxBytes: 1_000, headBytes: 10, tailBytes: 10 };

function capturing(given: Partial<CaptureOptions> = {}) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  return { stdout, stderr, capture: captureOutput({ stdout, stderr, limits: LIMITS, onLine: undefined, ...given }) };
}

/** What is captured of parts on standard output. */
async function captured(parts: readonly (string | Uint8Array)[], limits: Partial<typeof LIMITS> = {}) {
  const { stdout, stderr, capture } = capturing({ limits: { ...LIMITS, ...limits } });
  for (const part of parts) stdout.write(part);
  stdout.end();
  stderr.end();
  await capture.closed;
  return capture.finish().stdout;
}

function digestOf(bytes: string | Uint8Array): string {
  return `sha256:${hash("sha256", bytes)}`;
}

test("a short stream is shown as it was, with its size and digest (T05)", async () => {
  expect(await captured(["one\n", "two\n"])).toEqual({
    text: "one\ntwo\n",
    totalBytes: 8,
    digest: digestOf("one\ntwo\n"),
    retainedHead: 8,
    retainedTail: 0,
    encoding: "utf-8",
    invalidUtf8Bytes: 0,
  });
});

test("of a long stream the ends are shown, the cut is marked, and the digest is of all of it (T05)", async () => {
  const all = "0123456789".repeat(10);
  expect(await captured([all])).toEqual({
    text: "0123456789\n[... 80 bytes cut ...]\n0123456789",
    totalBytes: 100,
    digest: digestOf(all),
    retainedHead: 10,
    retainedTail: 10,
    encoding: "utf-8",
    invalidUtf8Bytes: 0,
  });
});

test("a cut goes between characters, and the marker counts what is gone", async () => {
  const all = `012345678é${"x".repeat(30)}🦣12345678`;
  expect(await captured([all])).toMatchObject({
    text: "012345678\n[... 36 bytes cut ...]\n12345678",
    retainedHead: 9,
    retainedTail: 8,
    invalidUtf8Bytes: 0,
  });
});

test("a stream that just fits both ends is whole", async () => {
  expect(await captured(["0123456789ab", "cdefghij"])).toMatchObject({
    text: "0123456789abcdefghij",
    retainedHead: 10,
    retainedTail: 10,
  });
  expect(await captured(["012345678", "é90123456789"])).toMatchObject({ text: expect.stringContaining("cut") });
  expect(await captured(["012345678", "é901234567"])).toMatchObject({ text: "012345678é901234567" });
});

test("a sequence that is open at the cut does not swallow the marker or what follows", async () => {
  const { text } = await captured(["0\u001b]0;hide", "x".repeat(50), "\u0007end"]);
  expect(text).toBe("00;hidex\n[... 43 bytes cut ...]\nxxxxxxend");
});

test("what is no text is shown by size and digest: a NUL near the beginning, or too much that is no UTF-8 (T05)", async () => {
  const nul = Uint8Array.of(0x61, 0, 0x62);
  expect(await captured([nul])).toMatchObject({
    text: `[binary output: 3 bytes, ${digestOf(nul)}]`,
    encoding: "binary",
    invalidUtf8Bytes: 0,
  });
  const bytes = Buffer.concat([Buffer.from("12345678"), Uint8Array.of(0xff, 0xfe)]);
  expect(await captured([bytes])).toMatchObject({ encoding: "binary", invalidUtf8Bytes: 2 });
});

test("a few bytes that are no UTF-8 are shown as such and counted", async () => {
  expect(await captured(["1234567890\n", Uint8Array.of(0xff, 0x0a)])).toMatchObject({
    text: "1234567890\n\ufffd\n",
    encoding: "utf-8",
    invalidUtf8Bytes: 1,
  });
});

test("characters that come in parts are whole, wherever they are split", async () => {
  const bytes = Buffer.from("é漢🦣é漢");
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 5 }), async (cuts) => {
      const at = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
      const parts = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
      const { text, digest } = await captured(parts);
      expect([text, digest]).toEqual(["é漢🦣é漢", digestOf(bytes)]);
    }),
    { numRuns: 50 },
  );
});

test("the limit is of both streams together; what comes past it is read and not taken (T05)", async () => {
  const { stdout, stderr, capture } = capturing({ limits: { ...LIMITS, maxBytes: 10 } });
  let over = false;
  void capture.overflow.then(() => (over = true));
  stdout.write("123456");
  stderr.write("7890");
  await setImmediate();
  expect(over).toBe(false);
  stderr.write("more");
  await capture.overflow;
  stdout.write("x".repeat(1_000_000));
  stdout.end();
  stderr.end();
  await capture.closed;
  const end = capture.finish();
  expect([end.stdout.text, end.stderr.text, end.stderr.digest]).toEqual(["123456", "7890", digestOf("7890")]);
});

test("a capture can be finished while somebody holds the pipes; what comes later is nobody's", async () => {
  const lines: unknown[] = [];
  const { stdout, stderr, capture } = capturing({ onLine: (stream, line) => void lines.push([stream, line]) });
  stdout.write("one\ntwo");
  stderr.write("err");
  await setImmediate();
  expect(lines).toEqual([["stdout", "one"]]);
  const end = capture.finish();
  expect(lines).toEqual([
    ["stdout", "one"],
    ["stdout", "two"],
    ["stderr", "err"],
  ]);
  expect([stdout.destroyed, stderr.destroyed]).toEqual([true, true]);
  expect(capture.finish()).toEqual(end);
  await capture.closed;
});

test("a pipe that breaks has ended", async () => {
  const { stdout, stderr, capture } = capturing();
  stdout.write("some");
  await setImmediate();
  stdout.destroy(new Error("EIO"));
  stderr.end();
  await capture.closed;
  expect(capture.finish().stdout.text).toBe("some");
});
