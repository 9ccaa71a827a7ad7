import { createHash } from "node:crypto";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runProcess } from "../support/run-process.ts";

const CHILD = join(import.meta.dirname, "flooded-child.ts");
const MB = 1024 * 1024;
/** What the harness may take at most while a command floods it. */
const MOST_MEMORY = 150 * MB;
const ALL = 1e12;

interface Flooded {
  readonly over: boolean;
  readonly endMs: number;
  readonly totalBytes: number;
  readonly digest: string;
  readonly longest: number;
  readonly peakBytes: number;
}

async function flood(command: string, maxBytes: number, ...rest: readonly string[]): Promise<Flooded> {
  const args = [CHILD, command, `${maxBytes}`, ...rest];
  const { code, stdout, stderr } = await runProcess(process.execPath, args, { timeout: 50_000 });
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Flooded;
}

function digestOfRepeated(block: string, times: number): string {
  const hash = createHash("sha256");
  for (let at = 0; at < times; at++) hash.update(block);
  return `sha256:${hash.digest("hex")}`;
}

test("half a gigabyte is drained to its end, hashed whole, in the same memory (T05)", async () => {
  const { over, totalBytes, digest, peakBytes } = await flood("yes | head -c 512M", ALL);
  expect([over, totalBytes, digest]).toEqual([false, 512 * MB, digestOfRepeated("y\n".repeat(MB / 2), 512)]);
  expect(peakBytes).toBeLessThan(MOST_MEMORY);
});

test("one line of half a gigabyte takes no more, and is told once (T05)", async () => {
  const { totalBytes, longest, peakBytes } = await flood("head -c 512M /dev/zero | tr '\\0' x", ALL, "lines");
  expect([totalBytes, longest]).toEqual([512 * MB, 8 * 1024 + 1]);
  expect(peakBytes).toBeLessThan(MOST_MEMORY);
});

test("fifty megabytes of short lines are told one by one in the same memory (T05)", async () => {
  const { totalBytes, peakBytes } = await flood("yes 'a line of output' | head -c 50M", ALL, "lines");
  expect(totalBytes).toBe(50 * MB);
  expect(peakBytes).toBeLessThan(MOST_MEMORY);
});

test("a command that never stops writing is over at the cap, to the byte, and gone at once (T05)", async () => {
  const { over, totalBytes, digest, endMs, peakBytes } = await flood("yes", 64 * MB);
  expect([over, totalBytes, digest]).toEqual([true, 64 * MB, digestOfRepeated("y\n".repeat(MB / 2), 64)]);
  expect(endMs).toBeLessThan(2_000);
  expect(peakBytes).toBeLessThan(MOST_MEMORY);
});
